/* What coins of two are worth: no domain bounds sums with other factors than 1, but one can be given. */
/* aver: property=assert expect=TRUE args="--engine kiki --domain intervals --facts off --max-k 1 --template 2*coins-worth" */
/* aver: property=assert expect=UNKNOWN reason="not inductive" args="--engine kiki --domain octagons --facts off --max-k 2" */
/* aver: property=assert expect=FALSE at=21 args="--engine kiki --domain intervals --template 2*coins-worth -DWRONG" */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int coins = 0, worth = 0;
  while (__VERIFIER_nondet_int()) {
    if (coins < 200) {
      coins++;
      worth += 2;
    }
#ifdef WRONG
    if (coins == 3)
      worth++;
#endif
  }
  assert(worth == 2 * coins);
  return 0;
}
