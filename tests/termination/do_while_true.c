/* aver: property=termination expect=FALSE at=6 */
/* The condition is about a number that is always odd. */
int main(void) {
  unsigned n = 1;
  do {
    n += 4;
  } while (n % 2);
  return 0;
}
