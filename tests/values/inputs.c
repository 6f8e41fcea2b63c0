/* What is read becomes a part of the state: a few numbers, or any number at all. */
/* aver: property=assert expect=TRUE args="--engine values" */
/* aver: property=assert expect=UNKNOWN reason="cannot be listed" args="--engine values -DMANY" */
/* aver: property=assert expect=FALSE at=23 args="--engine values -DWRONG" */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned mode = 2, last = 2;
  while (1) {
    unsigned input = __VERIFIER_nondet_uint();
#ifdef MANY
    if (input > 1000000)
      return 0;
    assert(last <= 1000000);
#else
    if (input < 2 || input > 4)
      return 0;
#endif
    last = mode;
    mode = input;
#ifdef WRONG
    assert(mode + last != 8);
#endif
    assert(mode <= 1000000);
  }
}
