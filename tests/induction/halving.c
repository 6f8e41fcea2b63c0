/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=17 args=-DWRONG */
/* A number that is halved stays in its range. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 1000)
    x = 1000;
  while (x > 0) {
#ifdef WRONG
    x = x == 7 ? 2000 : x / 2;
#else
    x /= 2;
#endif
    assert(x <= 1000);
  }
  return 0;
}
