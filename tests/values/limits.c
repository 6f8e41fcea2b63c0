/* A check that needs all values of a counter, and one that needs none of them. */
/* aver: property=assert expect=UNKNOWN reason="more than 500 values" args="--engine values" */
/* aver: property=assert expect=TRUE args="--engine values -DSHORT" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#ifdef SHORT
enum { LENGTH = 100 };
#else
enum { LENGTH = 100000 };
#endif

int main(void) {
  unsigned i = 0;
  int phase = 0;
  while (i < LENGTH) {
    i++;
    if (__VERIFIER_nondet_int())
      phase = phase == 0 ? 5 : 0;
    assert(phase == 0 || phase == 5);
  }
  assert(i == LENGTH);
  return 0;
}
