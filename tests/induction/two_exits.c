/* A loop with two exits knows by which one it was left. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=17 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 0, found = 0;
  while (n < 777) {
    if (__VERIFIER_nondet_int()) {
      found = 1;
      break;
    }
    n++;
  }
#ifdef WRONG
  assert(found || n == 776);
#else
  assert(found || n == 777);
#endif
  return 0;
}
