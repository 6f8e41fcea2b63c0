/* What programs made by Csmith include, in place of Csmith's own header: self-contained, without output, and the same for
 * the compiled program and for Aver.
 *
 *   compiled         prints the checksum; gives up (exit code 3) after STEPS basic blocks
 *   for Aver         -DEXPECTED=n: asserts that the checksum is n
 *
 * The checksum is not a CRC: a rotation, a xor and an addition for each 32 bits. It is bijective in each value that goes
 * in, so that no single difference is lost, and a symbolic value costs a few gates where a table would cost thousands.
 */
#ifndef CSMITH_H
#define CSMITH_H

#include <stdint.h>

static uint32_t crc32_context = 0xFFFFFFFFu;

static void mix(uint32_t word) {
  crc32_context = ((crc32_context << 5 | crc32_context >> 27) ^ word) + 0x9E3779B9u;
}

static void transparent_crc(uint64_t value, const char *name, int print) {
  (void)name;
  (void)print;
  mix((uint32_t)value);
  mix((uint32_t)(value >> 32));
}

/* The bytes of a float. */
static void transparent_crc_bytes(const void *bytes, int size, const char *name, int print) {
  const unsigned char *from = bytes;
  uint64_t value = 0;
  for (int i = 0; i < size; i++) value = value << 8 | from[i];
  transparent_crc(value, name, print);
}

#define crc32_gentab() ((void)0)
#define platform_main_begin() ((void)0)

#ifdef EXPECTED
#include <assert.h>
#define platform_main_end(checksum, print) assert((uint32_t)(checksum) == (uint32_t)(EXPECTED))
#define printf(...) ((void)0)
#else
#include <stdio.h>
#include <stdlib.h>
#define platform_main_end(checksum, print) printf("%u\n", (unsigned)(uint32_t)(checksum))

/* Clang calls this at the start of each basic block (-fsanitize-coverage=trace-pc). */
#ifdef STEPS
__attribute__((no_sanitize("coverage"))) void __sanitizer_cov_trace_pc(void) {
  static unsigned long steps;
  if (++steps > STEPS) _Exit(3);
}
#endif
#endif

/* The wrappers around operations that C leaves undefined for some operands: for these the left operand is the result. */

#define UNSIGNED_OPERATIONS(T)                                                                                     \
  static T safe_unary_minus_func_##T##_u(T a) { return (T)-a; }                                                    \
  static T safe_add_func_##T##_u_u(T a, T b) { return (T)(a + b); }                                                \
  static T safe_sub_func_##T##_u_u(T a, T b) { return (T)(a - b); }                                                \
  static T safe_mul_func_##T##_u_u(T a, T b) { return (T)((uint64_t)a * b); }                                      \
  static T safe_div_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a / b); }                                   \
  static T safe_mod_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a % b); }                                   \
  static T safe_lshift_func_##T##_u_u(T a, unsigned b) { return b >= 8 * sizeof(T) ? a : (T)((uint64_t)a << b); }  \
  static T safe_lshift_func_##T##_u_s(T a, int b) { return b < 0 ? a : safe_lshift_func_##T##_u_u(a, b); }         \
  static T safe_rshift_func_##T##_u_u(T a, unsigned b) { return b >= 8 * sizeof(T) ? a : (T)(a >> b); }            \
  static T safe_rshift_func_##T##_u_s(T a, int b) { return b < 0 ? a : safe_rshift_func_##T##_u_u(a, b); }

UNSIGNED_OPERATIONS(uint8_t)
UNSIGNED_OPERATIONS(uint16_t)
UNSIGNED_OPERATIONS(uint32_t)
UNSIGNED_OPERATIONS(uint64_t)

/* Addition and subtraction are checked before they happen, in the type itself. */
#define SIGNED_OPERATIONS(T, MIN, MAX)                                                                             \
  static T safe_unary_minus_func_##T##_s(T a) { return a == MIN ? a : (T)-a; }                                     \
  static T safe_add_func_##T##_s_s(T a, T b) {                                                                     \
    return (b > 0 && a > MAX - b) || (b < 0 && a < MIN - b) ? a : (T)(a + b);                                      \
  }                                                                                                                \
  static T safe_sub_func_##T##_s_s(T a, T b) {                                                                     \
    return (b < 0 && a > MAX + b) || (b > 0 && a < MIN + b) ? a : (T)(a - b);                                      \
  }                                                                                                                \
  static T safe_div_func_##T##_s_s(T a, T b) { return b == 0 || (a == MIN && b == -1) ? a : (T)(a / b); }          \
  static T safe_mod_func_##T##_s_s(T a, T b) { return b == 0 || (a == MIN && b == -1) ? a : (T)(a % b); }          \
  static T safe_lshift_func_##T##_s_u(T a, unsigned b) {                                                           \
    return a < 0 || b >= 8 * sizeof(T) || a > MAX >> b ? a : (T)(a << b);                                          \
  }                                                                                                                \
  static T safe_lshift_func_##T##_s_s(T a, int b) { return b < 0 ? a : safe_lshift_func_##T##_s_u(a, b); }         \
  static T safe_rshift_func_##T##_s_u(T a, unsigned b) { return a < 0 || b >= 8 * sizeof(T) ? a : (T)(a >> b); }   \
  static T safe_rshift_func_##T##_s_s(T a, int b) { return b < 0 ? a : safe_rshift_func_##T##_s_u(a, b); }

SIGNED_OPERATIONS(int8_t, INT8_MIN, INT8_MAX)
SIGNED_OPERATIONS(int16_t, INT16_MIN, INT16_MAX)
SIGNED_OPERATIONS(int32_t, INT32_MIN, INT32_MAX)
SIGNED_OPERATIONS(int64_t, INT64_MIN, INT64_MAX)

/* A product that does not fit wraps around; that of two 64-bit numbers by way of unsigned numbers. */
static int8_t safe_mul_func_int8_t_s_s(int8_t a, int8_t b) { return (int8_t)(a * b); }
static int16_t safe_mul_func_int16_t_s_s(int16_t a, int16_t b) { return (int16_t)(a * b); }
static int32_t safe_mul_func_int32_t_s_s(int32_t a, int32_t b) { return (int32_t)((int64_t)a * b); }
static int64_t safe_mul_func_int64_t_s_s(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }

/* Floats: an operation that gives NaN has its left operand as the result, since it is not known which NaN it would be. */
static float not_nan(float r, float a) { return r == r ? r : a; }
static float safe_add_func_float_f_f(float a, float b) { return not_nan(a + b, a); }
static float safe_sub_func_float_f_f(float a, float b) { return not_nan(a - b, a); }
static float safe_mul_func_float_f_f(float a, float b) { return not_nan(a * b, a); }
static float safe_div_func_float_f_f(float a, float b) { return not_nan(a / b, a); }
static int32_t safe_convert_func_float_to_int32_t(float a) {
  return a >= -2147483648.0f && a < 2147483648.0f ? (int32_t)a : INT32_MAX;
}

#endif
