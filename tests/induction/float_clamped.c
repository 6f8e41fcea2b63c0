/* A value that is kept between two bounds, and is never NaN. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

extern float __VERIFIER_nondet_float(void);
int main(void) {
  float level = 0.0f;
  while (__VERIFIER_nondet_int()) {
    float next = __VERIFIER_nondet_float();
#ifdef WRONG
    if (!(next < -1.0f || next > 1.0f))
#else
    if (next >= -1.0f && next <= 1.0f)
#endif
      level = next;
    assert(level >= -1.0f && level <= 1.0f);
  }
  return 0;
}
