/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
// Compilers' builtins for floats, which become intrinsics and not calls of the library.
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double one = 1.0, half = 0.5;
  int exponent;
  assert(__builtin_frexp(12 * one, &exponent) == 0.75 && exponent == 4);
  assert(__builtin_frexpf((float)half, &exponent) == 0.5f && exponent == 0);
  assert(__builtin_frexpl(0x1p-16400L * one, &exponent) == 0.5L && exponent == -16399);
  assert(__builtin_fabs(-one) == 1 && __builtin_sqrt(4 * one) == 2 && __builtin_copysign(one, -half) == -1);
  assert(__builtin_floor(half) == 0 && __builtin_ceil(half) == 1 && __builtin_trunc(-half) == 0);
  assert(__builtin_round(half) == 1 && __builtin_rint(half) == 0 && __builtin_roundeven(1.5 * one) == 2);
  assert(__builtin_lround(half) == 1 && __builtin_llrint(half) == 0);
  assert(__builtin_fma(one, one, half) == 1.5 && __builtin_fmod(one, half) == 0 && __builtin_ldexp(one, 3) == 8);
  assert(__builtin_fmin(one, half) == half && __builtin_fmax(one, half) == one);
  assert(__builtin_isnan(one / 0 - one / 0) && __builtin_isinf(one / 0) && __builtin_isfinite(one));
  assert(__builtin_isnormal(one) && __builtin_signbit(-one) && __builtin_isinf_sign(-one / 0) < 0);
  assert(__builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, one) == FP_NORMAL);
  assert(__builtin_isgreater(one, half) && !__builtin_isunordered(one, half) && __builtin_islessgreater(one, half));
  return 0;
}
