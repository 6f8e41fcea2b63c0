/* A chain of branches in a loop: each way through it changes the sum by an even number. */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=28 args="--engine ic3 -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned sum = 0, round = 0;
  while (round < 99) {
    if (__VERIFIER_nondet_int())
      sum += 2;
    else
      sum += 4;
    if (__VERIFIER_nondet_int())
      sum -= 2;
    else
      sum += 6;
    if (sum & 8)
      sum += 10;
#ifdef WRONG
    else if (round == 40)
      sum += 1;
#endif
    else
      sum -= 12;
    round++;
  }
  assert(sum % 2 == 0);
  return 0;
}
