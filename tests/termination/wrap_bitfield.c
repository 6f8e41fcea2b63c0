/* aver: property=termination expect=TRUE */
/* A counter of three bits comes round. */
struct s { unsigned n : 3; };
int main(void) {
  struct s s = {1};
  while (s.n != 0) s.n++;
  return 0;
}
