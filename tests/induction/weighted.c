/* Coins of 2 and of 5 are worth what was paid in: no domain has such a sum with other factors than 1, but one can be given. */
/* aver: property=assert expect=TRUE args="--engine kiki --domain intervals --facts off --max-k 1 --template 2*twos+5*fives-worth" */
/* aver: property=assert expect=UNKNOWN reason="not inductive" args="--engine kiki --domain octagons --facts off --max-k 2" */
/* aver: property=assert expect=FALSE at=23 args="--engine kiki --domain intervals --template 2*twos+5*fives-worth -DWRONG" */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char twos = 0, fives = 0;
  int worth = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() && twos < 200) {
      twos++;
      worth += 2;
    } else if (fives < 200) {
      fives++;
      worth += 5;
    }
#ifdef WRONG
    worth += twos == 3 && fives == 1;
#endif
    assert(worth == 2 * twos + 5 * fives);
  }
  assert(worth == 2 * twos + 5 * fives);
  return 0;
}
