/* A counter in steps of three meets only multiples of three. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=17 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#ifdef WRONG
#define STEP 2
#else
#define STEP 3
#endif

int main(void) {
  unsigned n = 0;
  while (n < 3000 && __VERIFIER_nondet_int()) {
    n += STEP;
    assert(n % 3 == 0);
  }
  return 0;
}
