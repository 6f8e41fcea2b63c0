/* The counter never leaves its range: an interval, found in one improvement and not in a million. */
/* aver: property=no-overflow,assert expect=TRUE args="--engine kiki --domain intervals" */
/* aver: property=no-overflow,assert expect=FALSE:assert at=15 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
#ifdef WRONG
    x = x == 4 ? 2000000 : x + 1;
#else
    x = x < 1000000 ? x + 1 : 0;
#endif
    assert(x >= 0 && x <= 1000000);
  }
  return 0;
}
