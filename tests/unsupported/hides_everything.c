/* aver: property=assert expect=UNKNOWN reason="do not fit" */
/* aver: property=no-overflow expect=UNKNOWN reason="do not fit" */
/* What is not supported may do anything: a property without a single check is not proved by that. */
#include <assert.h>

static void check(int x) { assert(0); }

int main(void) {
  ((void (*)(double))check)(0.5);
  return 0;
}
