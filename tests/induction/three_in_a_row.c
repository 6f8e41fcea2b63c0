/* Three loops in sequence, each with what the one before left. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char a = 0, b, c;
  while (a < 10 && __VERIFIER_nondet_int())
    a++;
  b = a;
  while (b < 20 && __VERIFIER_nondet_int())
    b++;
  c = b;
  while (c < 30 && __VERIFIER_nondet_int())
    c++;
#ifdef WRONG
  assert(c != 2);
#else
  assert(c <= 30 && b <= 20 && a <= 10);
#endif
  return 0;
}
