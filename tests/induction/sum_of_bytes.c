/* A sum of bytes that is watched closely enough fits. */
/* aver: property=no-overflow,assert expect=TRUE */
/* aver: property=no-overflow expect=FALSE at=20 args=-DWRONG */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
#ifdef WRONG
#define ENOUGH 2147483640
#else
#define ENOUGH 2147480000
#endif

int main(void) {
#ifdef WRONG
  int sum = 2147483000;
#else
  int sum = 2000000000;
#endif
  for (int i = 0; i < 10000; i++) {
    sum += __VERIFIER_nondet_uchar();
    if (sum > ENOUGH)
      break;
    assert(sum >= 0);
  }
  return 0;
}
