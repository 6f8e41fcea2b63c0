/* What the float programs share. Aver and CBMC read the same text. */
#ifndef BENCH_H
#define BENCH_H
#include <assert.h>

int nondet_int(void);
long nondet_long(void);
float nondet_float(void);
double nondet_double(void);
unsigned char nondet_uchar(void);
signed char nondet_schar(void);
void __CPROVER_assume(_Bool);
#define assume(condition) __CPROVER_assume(condition)

/* A number of steps of the given size, from `low` to `high`. */
static inline float step(int low, int high, float size) {
  int k = nondet_int();
  assume(low <= k && k <= high);
  return (float)k * size;
}

/* Any number between two others, which excludes NaN. */
static inline float between(float low, float high) {
  float x = nondet_float();
  assume(x >= low && x <= high);
  return x;
}

#endif
