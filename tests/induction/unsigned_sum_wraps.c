/* A sum of unsigned numbers may be smaller than its parts. */
/* aver: property=assert expect=FALSE at=16 */
/* aver: property=assert expect=TRUE args=-DCAREFUL */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned sum = 0;
  while (__VERIFIER_nondet_uint()) {
    unsigned x = __VERIFIER_nondet_uint(), before = sum;
#ifdef CAREFUL
    if (x > 4294967295u - sum)
      break;
#endif
    sum += x;
    assert(sum >= before);
  }
  return 0;
}
