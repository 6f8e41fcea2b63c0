/* Booleans are tracked as other variables are; an array is not, and a check that needs it stays open. */
/* aver: property=assert expect=TRUE args="--engine values" */
/* aver: property=assert expect=UNKNOWN reason="cannot be listed" args="--engine values -DARRAY" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int table[500];

int main(void) {
  _Bool locked = 0, busy = 0;
  while (1) {
    if (__VERIFIER_nondet_int() && !locked) {
      locked = 1;
      busy = 1;
    } else if (busy) {
      busy = 0;
      locked = 0;
    }
#ifdef ARRAY
    unsigned at = (unsigned)__VERIFIER_nondet_int() % 500;
    table[at] = 3;
    assert(table[at / 2] <= 3);
#endif
    assert(busy == locked);
  }
}
