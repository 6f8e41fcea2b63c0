/* A float that counts in halves is exact. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=12 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  float x = 0.0f;
  while (x < 100.0f && __VERIFIER_nondet_int()) {
    x += 0.5f;
#ifdef WRONG
    assert(x < 2.0f);
#else
    assert(x <= 100.0f);
#endif
  }
  return 0;
}
