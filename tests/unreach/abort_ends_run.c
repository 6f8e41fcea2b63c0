/* aver: property=unreach-call expect=TRUE */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void require(int condition) {
  if (!condition) abort();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  require(x % 3 == 0);
  if (x == 1000) reach_error();
  if (x == 300) exit(0);
  if (x == 300) reach_error();
  return 0;
}
