/* aver: property=assert expect=FALSE at=8 */
/* aver: property=assert expect=TRUE args="-DASK" */
/* NaN is not equal to itself. */
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
#ifndef ASK
#define isnan(x) 0
int main(void) { float x = __VERIFIER_nondet_float(), y = x; assert(x == y || isnan(x)); return 0; }
#else
#include <math.h>
int main(void) { float x = __VERIFIER_nondet_float(), y = x; assert(x == y || isnan(x)); return 0; }
#endif
