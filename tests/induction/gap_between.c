/* aver: property=assert expect=TRUE args="--engine kiki --domain zones" */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
/* Two counters never drift further apart than one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int fast = 0, slow = 0;
  while (fast < 1000000) {
    if (fast == slow) {
      fast++;
#ifdef WRONG
      if (fast == 5)
        fast++;
#endif
    } else
      slow++;
    assert(fast - slow >= 0 && fast - slow <= 1);
  }
  return 0;
}
