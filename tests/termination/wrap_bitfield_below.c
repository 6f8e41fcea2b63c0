/* aver: property=termination expect=FALSE at=7 */
/* Three bits are always below eight. */
struct s { unsigned n : 3; };
int main(void) {
  struct s s = {1};
  unsigned long turns = 0;
  while (s.n < 8) {
    s.n++;
    turns++;
  }
  return 0;
}
