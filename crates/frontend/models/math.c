// Models of the functions of <math.h> that no standard defines to the last bit: their special cases are exact, and all
// other results are unknown within bounds that every sensible implementation keeps. Functions that IEEE 754 defines are
// part of lowering.

#include "aver.h"

// pi and pi/2, rounded up in every format.
#define PI_F 3.14159280f
#define HALF_PI_F 1.57079640f
#define PI_ 3.1415926535897936
#define HALF_PI_ 1.5707963267948970
#define PI_L 3.14159265358979323900L
#define HALF_PI_L 1.57079632679489661960L

#define IS_NAN(x) ((x) != (x))
#define IS_INF(x) ((x) == INFINITY_ || (x) == -INFINITY_)
#define MAGNITUDE(x) ((x) < 0 ? -(x) : (x))
// Not below zero for a positive `x`, nor above zero for a negative one.
#define SAME_SIDE(r, x) ((x) > 0 ? (r) >= 0 : (r) <= 0)
#define NAN_ __builtin_nanf("")
#define INFINITY_ __builtin_inff()

// The bounds of an unknown result. Comparisons with NaN fail, so it is a number.
#define ANY(T, some, condition) \
  T r = some(); \
  __aver_assume(condition); \
  return r;

#define TRIGONOMETRIC(T, s, some, PI, HALF) \
  MODEL T sin##s(T x) { \
    if (IS_NAN(x) || IS_INF(x)) \
      return NAN_; \
    if (x == 0) \
      return x; \
    ANY(T, some, r >= -1 && r <= 1) \
  } \
  MODEL T cos##s(T x) { \
    if (IS_NAN(x) || IS_INF(x)) \
      return NAN_; \
    if (x == 0) \
      return 1; \
    ANY(T, some, r >= -1 && r <= 1) \
  } \
  MODEL void sincos##s(T x, T *sine, T *cosine) { \
    *sine = sin##s(x); \
    *cosine = cos##s(x); \
  } \
  MODEL T tan##s(T x) { \
    if (IS_NAN(x) || IS_INF(x)) \
      return NAN_; \
    if (x == 0) \
      return x; \
    ANY(T, some, !IS_NAN(r) && !IS_INF(r)) \
  } \
  MODEL T asin##s(T x) { \
    if (!(x >= -1 && x <= 1)) \
      return NAN_; \
    if (x == 0) \
      return x; \
    ANY(T, some, r >= -HALF && r <= HALF && SAME_SIDE(r, x)) \
  } \
  MODEL T acos##s(T x) { \
    if (!(x >= -1 && x <= 1)) \
      return NAN_; \
    if (x == 1) \
      return 0; \
    ANY(T, some, r >= 0 && r <= PI) \
  } \
  MODEL T atan##s(T x) { \
    if (IS_NAN(x) || x == 0) \
      return x; \
    ANY(T, some, r >= -HALF && r <= HALF && SAME_SIDE(r, x)) \
  } \
  MODEL T atan2##s(T y, T x) { \
    if (IS_NAN(x) || IS_NAN(y)) \
      return NAN_; \
    if (y == 0 && x > 0) \
      return y; \
    ANY(T, some, r >= -PI && r <= PI && (y == 0 || SAME_SIDE(r, y))) \
  }

#define HYPERBOLIC(T, s, some) \
  MODEL T sinh##s(T x) { \
    if (IS_NAN(x) || IS_INF(x) || x == 0) \
      return x; \
    ANY(T, some, SAME_SIDE(r, x)) \
  } \
  MODEL T cosh##s(T x) { \
    if (IS_NAN(x)) \
      return x; \
    if (IS_INF(x)) \
      return INFINITY_; \
    if (x == 0) \
      return 1; \
    ANY(T, some, r >= 1) \
  } \
  MODEL T tanh##s(T x) { \
    if (IS_NAN(x) || x == 0) \
      return x; \
    if (IS_INF(x)) \
      return x > 0 ? 1 : -1; \
    ANY(T, some, r >= -1 && r <= 1 && SAME_SIDE(r, x)) \
  } \
  MODEL T asinh##s(T x) { \
    if (IS_NAN(x) || IS_INF(x) || x == 0) \
      return x; \
    ANY(T, some, SAME_SIDE(r, x) && !IS_INF(r)) \
  } \
  MODEL T acosh##s(T x) { \
    if (!(x >= 1)) \
      return NAN_; \
    if (x == 1) \
      return 0; \
    if (IS_INF(x)) \
      return x; \
    ANY(T, some, r >= 0 && !IS_INF(r)) \
  } \
  MODEL T atanh##s(T x) { \
    if (!(x >= -1 && x <= 1)) \
      return NAN_; \
    if (x == 0) \
      return x; \
    if (x == 1 || x == -1) \
      return x * INFINITY_; \
    ANY(T, some, SAME_SIDE(r, x) && !IS_INF(r)) \
  }

// Powers of a constant above one.
#define EXPONENTIAL(T, name, some) \
  MODEL T name(T x) { \
    if (IS_NAN(x)) \
      return x; \
    if (IS_INF(x)) \
      return x > 0 ? x : 0; \
    if (x == 0) \
      return 1; \
    ANY(T, some, x > 0 ? r >= 1 : r >= 0 && r <= 1) \
  }

// Logarithms to a base above one.
#define LOGARITHM(T, name, some) \
  MODEL T name(T x) { \
    if (!(x >= 0)) \
      return NAN_; \
    if (x == 0) \
      return -INFINITY_; \
    if (x == 1) \
      return 0; \
    if (IS_INF(x)) \
      return x; \
    ANY(T, some, (x > 1 ? r >= 0 : r <= 0) && !IS_INF(r)) \
  }

#define POWERS(T, s, some) \
  EXPONENTIAL(T, exp##s, some) \
  EXPONENTIAL(T, exp2##s, some) \
  EXPONENTIAL(T, exp10##s, some) \
  LOGARITHM(T, log##s, some) \
  LOGARITHM(T, log2##s, some) \
  LOGARITHM(T, log10##s, some) \
  MODEL T expm1##s(T x) { \
    if (IS_NAN(x) || x == 0) \
      return x; \
    if (IS_INF(x)) \
      return x > 0 ? x : -1; \
    ANY(T, some, r >= -1 && SAME_SIDE(r, x)) \
  } \
  MODEL T log1p##s(T x) { \
    if (!(x >= -1)) \
      return NAN_; \
    if (x == 0 || IS_INF(x)) \
      return x; \
    if (x == -1) \
      return -INFINITY_; \
    ANY(T, some, SAME_SIDE(r, x) && !IS_INF(r)) \
  } \
  T trunc##s(T x); \
  MODEL T pow##s(T x, T y) { \
    if (y == 0 || x == 1) \
      return 1; \
    if (IS_NAN(x) || IS_NAN(y)) \
      return NAN_; \
    if (y == 1) \
      return x; \
    T size = MAGNITUDE(x); \
    if (IS_INF(y)) { \
      if (size == 1) \
        return 1; \
      return (size > 1) == (y > 0) ? INFINITY_ : 0; \
    } \
    _Bool whole = trunc##s(y) == y; \
    _Bool odd = whole && trunc##s(y / 2) != y / 2; \
    _Bool negative = odd && __builtin_signbit(x); \
    if (size == 0 || IS_INF(x)) { \
      T result = (size == 0) == (y < 0) ? INFINITY_ : 0; \
      return negative ? -result : result; \
    } \
    if (x < 0 && !whole) \
      return NAN_; \
    T r = some(); \
    T reached = negative ? -r : r; \
    __aver_assume(reached >= 0); \
    __aver_assume(size == 1 ? reached == 1 : (size > 1) == (y > 0) ? reached >= 1 : reached <= 1); \
    return r; \
  } \
  MODEL T cbrt##s(T x) { \
    if (IS_NAN(x) || IS_INF(x) || x == 0 || x == 1 || x == -1) \
      return x; \
    T r = some(); \
    T root = MAGNITUDE(r), size = MAGNITUDE(x); \
    __aver_assume(SAME_SIDE(r, x) && (size > 1 ? root >= 1 && root <= size : root >= size && root <= 1)); \
    return r; \
  } \
  MODEL T hypot##s(T x, T y) { \
    if (IS_INF(x) || IS_INF(y)) \
      return INFINITY_; \
    if (IS_NAN(x) || IS_NAN(y)) \
      return NAN_; \
    if (x == 0) \
      return MAGNITUDE(y); \
    if (y == 0) \
      return MAGNITUDE(x); \
    ANY(T, some, r >= 0) \
  }

#define SPECIAL(T, s, some) \
  MODEL T erf##s(T x) { \
    if (IS_NAN(x) || x == 0) \
      return x; \
    if (IS_INF(x)) \
      return x > 0 ? 1 : -1; \
    ANY(T, some, r >= -1 && r <= 1 && SAME_SIDE(r, x)) \
  } \
  MODEL T erfc##s(T x) { \
    if (IS_NAN(x)) \
      return x; \
    if (x == 0) \
      return 1; \
    if (IS_INF(x)) \
      return x > 0 ? 0 : 2; \
    ANY(T, some, r >= 0 && r <= 2) \
  } \
  MODEL T tgamma##s(T x) { \
    if (IS_NAN(x)) \
      return x; \
    return some(); \
  }

#define ALL(T, s, some, PI, HALF) \
  TRIGONOMETRIC(T, s, some, PI, HALF) \
  HYPERBOLIC(T, s, some) \
  POWERS(T, s, some) \
  SPECIAL(T, s, some)

ALL(float, f, __aver_some_float, PI_F, HALF_PI_F)
ALL(double, , __aver_some_double, PI_, HALF_PI_)
ALL(long double, l, __aver_some_long_double, PI_L, HALF_PI_L)
