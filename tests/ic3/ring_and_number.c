/* A counter in binary and one with a bit for each value, which move together when they are let: a decoder compares them. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=FALSE at=24 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char number = 0;
  unsigned short ring = 1;
  while (1) {
    int in = __VERIFIER_nondet_int();
    if (in & 1) {
      number = number == 11 ? 0 : number + 1;
      ring = ring == 0x800 ? 1 : ring << 1;
    } else if (in & 2) {
      number = 0;
#ifndef WRONG
      ring = 1;
#else
      ring = ring == 0x20 ? 2 : 1;
#endif
    }
    if (number == 7)
      assert(ring == 0x80);
  }
}
