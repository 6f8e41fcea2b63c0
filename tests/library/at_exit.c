/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=12 args="-DWRONG" */
/* What is registered runs at the end, the last first, before the destructors. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int done;

static void first(void) {
#ifdef WRONG
  assert(done == 0);
#endif
  assert(done == 1);
  done = 2;
}
static void second(void) { done = 1; }
__attribute__((destructor)) static void last(void) { assert(done == 2); }

int main(void) {
  atexit(first);
  atexit(second);
  if (__VERIFIER_nondet_int())
    exit(3);
  return 0;
}
