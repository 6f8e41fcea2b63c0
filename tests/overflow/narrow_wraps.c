/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=14 args=-DSTRICT */
/* What the increment of the largest short gives. */
extern short __VERIFIER_nondet_short(void);
#include <assert.h>

int main(void) {
  short s = __VERIFIER_nondet_short();
  short before = s;
  s++;
  if (before == 32767) assert(s == -32768);
  else assert(s == before + 1);
#ifdef STRICT
  assert(s > before);
#endif
  return 0;
}
