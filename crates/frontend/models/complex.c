// Models of <complex.h>, and of the functions that compilers call for products and quotients of complex numbers.

#include "aver.h"

#define IS_NAN(x) ((x) != (x))
#define IS_INF(x) ((x) == INFINITY_ || (x) == -INFINITY_)
#define INFINITY_ __builtin_inff()

// A product of which both parts are NaN may still be infinite (C, annex G): if a factor is, its parts count as one or
// zero, each with its sign; if only a product of parts overflows, parts that are NaN count as zero.
#define COMPLEX(T, s, key, some, copy) \
  static T unit##s(T x) { return copy(IS_INF(x) ? 1 : 0, x); } \
  static T known##s(T x) { return IS_NAN(x) ? copy(0, x) : x; } \
  MODEL T _Complex __mul##key##3(T a, T b, T c, T d) { \
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c; \
    T _Complex product; \
    __real__ product = ac - bd; \
    __imag__ product = ad + bc; \
    if (!IS_NAN(__real__ product) || !IS_NAN(__imag__ product)) \
      return product; \
    _Bool first = IS_INF(a) || IS_INF(b), second = IS_INF(c) || IS_INF(d); \
    _Bool large = IS_INF(ac) || IS_INF(bd) || IS_INF(ad) || IS_INF(bc); \
    if (!first && !second && !large) \
      return product; \
    if (first) { \
      a = unit##s(a); \
      b = unit##s(b); \
    } \
    if (second) { \
      c = unit##s(c); \
      d = unit##s(d); \
    } \
    a = known##s(a); \
    b = known##s(b); \
    c = known##s(c); \
    d = known##s(d); \
    __real__ product = INFINITY_ * (a * c - b * d); \
    __imag__ product = INFINITY_ * (a * d + b * c); \
    return product; \
  } \
  /* How a quotient is rounded is the implementation's choice. */ \
  MODEL T _Complex __div##key##3(T a, T b, T c, T d) { \
    (void)a, (void)b, (void)c, (void)d; \
    T _Complex quotient; \
    __real__ quotient = some(); \
    __imag__ quotient = some(); \
    return quotient; \
  } \
  MODEL T creal##s(T _Complex z) { return __real__ z; } \
  MODEL T cimag##s(T _Complex z) { return __imag__ z; } \
  MODEL T _Complex conj##s(T _Complex z) { \
    __imag__ z = -__imag__ z; \
    return z; \
  } \
  T hypot##s(T, T); \
  T atan2##s(T, T); \
  MODEL T cabs##s(T _Complex z) { return hypot##s(__real__ z, __imag__ z); } \
  MODEL T carg##s(T _Complex z) { return atan2##s(__imag__ z, __real__ z); }

COMPLEX(float, f, sc, __aver_some_float, __builtin_copysignf)
COMPLEX(double, , dc, __aver_some_double, __builtin_copysign)
COMPLEX(long double, l, xc, __aver_some_long_double, __builtin_copysignl)
