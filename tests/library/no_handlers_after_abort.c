/* aver: property=assert expect=TRUE */
/* `abort` and `_Exit` run no handlers. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void never(void) { assert(0); }

int main(void) {
  atexit(never);
  if (__VERIFIER_nondet_int())
    abort();
  _Exit(0);
}
