/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=UNKNOWN reason="loop" args="--unwind 3" */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 8;
  unsigned product = 1, i = 0;
  do {
    product *= 2;
    i++;
  } while (i < n);
  assert(product == (n == 0 ? 2 : 1u << n));
  return 0;
}
