/* Whether the first loop has gone round makes the difference: its result is 0, or at least 10. */
/* aver: property=assert expect=UNKNOWN reason="not inductive" args="--engine kiki --domain octagons --facts off --max-k 6" */
/* aver: property=assert expect=TRUE args="--engine kiki --domain intervals --facts off --loop-paths" */
/* aver: property=assert expect=TRUE args="--engine kiki --loop-paths" */
/* aver: property=assert expect=FALSE at=28 args="--engine kiki --loop-paths -DWRONG" */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  int volume = 0, ticks = 0;
  for (int i = 0; i < n; i++) {
    volume = __VERIFIER_nondet_int();
#ifdef WRONG
    if (volume < 9)
      volume = 9;
#else
    if (volume < 10)
      volume = 10;
#endif
    if (volume > 20)
      volume = 20;
  }
  for (int i = 0; i < m; i++)
    if (ticks < 1000)
      ticks++;
  assert(volume == 0 || volume >= 10);
  return ticks;
}
