/* Euclid's algorithm by subtraction, on small numbers: the result is not greater than either of them, and divides them. */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=21 args="--engine ic3 -DWRONG" */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar() & 15, b = __VERIFIER_nondet_uchar() & 15;
  if (a == 0 || b == 0)
    return 0;
  unsigned char x = a, y = b;
  while (x != y) {
    if (x > y)
      x -= y;
    else
      y -= x;
  }
  assert(x <= a && x <= b);
  assert(x > 0);
#ifdef WRONG
  assert(
      a != 15 || b != 10 || x != 5);
#endif
  return 0;
}
