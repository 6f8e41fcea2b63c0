/* aver: property=termination expect=FALSE at=6 args="--function mixed" says="mixed ends if: (int64_t)y < (int64_t)x" */
/* aver: property=termination expect=TRUE args="--function given" */
/* C would compare an int and an unsigned as unsigned numbers. */
#include <stdint.h>
void mixed(int x, unsigned y) {
  while ((long long)x <= (long long)y) y %= 3;
}
void given(int x, unsigned y) {
  if ((int64_t)y < (int64_t)x) mixed(x, y);
}
