/* aver: property=termination expect=FALSE at=7 args="--function before" says="before ends if: (int8_t)(255 + (uint8_t)x) <= 3" */
/* aver: property=termination expect=TRUE args="--function given" */
/* -128 goes round to 127, where the difference of two ints does not. */
#include <stdint.h>
void before(signed char x) {
  x--;
  while (x > 3) {}
}
void given(signed char x) {
  if ((int8_t)(255 + (uint8_t)x) <= 3) before(x);
}
