/* The inner loop never overtakes the outer one. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=12 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++) {
#ifdef WRONG
      assert(j + 1 < i);
#else
      assert(j < n && i < n);
#endif
    }
  return 0;
}
