/* A sender with a window of two and a receiver that answers with what it expects: no number is used for two packets at a time. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=48 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  /* Numbers are taken modulo four. */
  unsigned base = 0, next = 0, expected = 0;
  int packet = -1, answer = -1;
  while (1) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      if (((next - base) & 3) < 2) {
        packet = next;
        next = (next + 1) & 3;
      }
      break;
    case 1:
      if (base != next)
        packet = base;
      break;
    case 2:
      if (packet >= 0) {
        if ((unsigned)packet == expected)
          expected = (expected + 1) & 3;
        answer = expected;
        packet = -1;
      }
      break;
    case 3:
      if (answer >= 0) {
        if (((answer - base) & 3) <= ((next - base) & 3))
          base = answer;
        answer = -1;
      }
      break;
    case 4:
      packet = -1;
      break;
#ifdef WRONG
    case 5:
      answer = (answer + 1) & 3;
      break;
#endif
    }
    assert(((expected - base) & 3) <= ((next - base) & 3));
  }
}
