/* What the benchmark programs share. Aver and CBMC read the same text. Allocation succeeds. */
#ifndef BENCH_H
#define BENCH_H
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);
unsigned nondet_uint(void);
unsigned char nondet_uchar(void);
void __CPROVER_assume(_Bool);
#define assume(condition) __CPROVER_assume(condition)

#endif
