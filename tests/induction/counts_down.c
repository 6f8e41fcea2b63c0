/* aver: property=assert expect=TRUE args="--engine kiki" */
/* aver: property=assert expect=FALSE at=10 args="-DLAST=1" */
/* A loop that nobody can unroll, and what holds behind it. */
#include <assert.h>
#ifndef LAST
#define LAST 0
#endif
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x > 0) x--; assert(x == LAST); return 0; }
