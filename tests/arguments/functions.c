/* aver: property=valid-deref expect=UNKNOWN reason="unknown function" args="--function call --args nonnull" */
/* aver: property=valid-deref expect=TRUE args="--function guarded" */
/* aver: property=assert expect=FALSE at=19 args="--function compare" */
/* aver: property=valid-deref expect=TRUE args="--function variable" */
/* aver: property=valid-deref expect=TRUE args="--function incomplete" */
/* Pointers to functions, incomplete types, and functions with variable arguments. */
#include <assert.h>
#include <stdarg.h>

int call(int (*f)(int)) { return f(1); }

int guarded(int (*f)(int)) { return f ? 0 : 1; }

static int known(int x) { return x; }

void compare(int (*f)(int)) {
  int (*g)(int) = known;
  if (!f) return;
  assert(f != g);
}

int variable(const int *p, ...) {
  return p ? *p : 0;
}

struct hidden;
struct hidden *incomplete(struct hidden *h) {
  return h;
}
