/* aver: property=assert expect=TRUE */
/* What is not evaluated has no effect. */
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int calls;

static _Bool note(_Bool value) {
  calls++;
  return value;
}

int main(void) {
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  _Bool both = note(a) && note(b);
  assert(calls == (a ? 2 : 1) && both == (a & b));
  calls = 0;
  _Bool either = note(a) || note(b);
  assert(calls == (a ? 1 : 2) && either == (a | b));
  int x = (note(a), 5);
  assert(x == 5);
  int y = a ? note(b), 1 : 2;
  assert(y == (a ? 1 : 2));
  return 0;
}
