// Models of <fenv.h>: the direction of rounding. A program that has this variable rounds as it says.

#include "aver.h"

// The numbers of x86: to nearest, down, up, toward zero.
int __aver_rounding = 0;

MODEL int fegetround(void) { return __aver_rounding; }

MODEL int fesetround(int direction) {
  if ((direction & ~0xc00) != 0)
    return 1;
  __aver_rounding = direction;
  return 0;
}
