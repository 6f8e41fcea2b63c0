/* Nothing is consumed that was not produced. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned produced = 0, consumed = 0;
  while (produced < 1000000) {
    if (__VERIFIER_nondet_int())
      produced++;
#ifdef WRONG
    if (__VERIFIER_nondet_int() && consumed <= produced)
#else
    if (__VERIFIER_nondet_int() && consumed < produced)
#endif
      consumed++;
    assert(consumed <= produced);
  }
  return 0;
}
