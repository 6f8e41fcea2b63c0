/* A loop that is entered at least once. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=13 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 0;
  do
    n++;
  while (n < 1000 && __VERIFIER_nondet_int());
#ifdef WRONG
  assert(n > 1);
#else
  assert(n >= 1 && n <= 1000);
#endif
  return 0;
}
