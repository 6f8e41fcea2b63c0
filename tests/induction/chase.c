/* The second follows the first and never overtakes it. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=20 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int first = 0, second = 0;
  while (first < 10000) {
    if (__VERIFIER_nondet_int())
      first++;
#ifdef WRONG
    else
#else
    else if (second < first)
#endif
      second++;
    if (second > 20000)
      break;
    assert(second <= first);
  }
  return 0;
}
