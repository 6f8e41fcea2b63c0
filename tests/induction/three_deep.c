/* Three loops inside each other. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int hits = 0;
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 60; j++)
      for (int k = 0; k < 70; k++) {
        if (__VERIFIER_nondet_int())
          break;
#ifdef WRONG
        assert(i + j + k < 3);
#else
        assert(i + j + k < 178);
#endif
      }
  return hits;
}
