/* aver: property=assert expect=TRUE */
/* A comparison function and a state, both passed on. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct counter {
  int calls;
};

static int ascending(int a, int b, struct counter *c) {
  c->calls++;
  return a <= b;
}
static int descending(int a, int b, struct counter *c) {
  c->calls += 10;
  return a >= b;
}

static int best(const int *values, int n, int (*before)(int, int, struct counter *), struct counter *c) {
  int winner = values[0];
  for (int i = 1; i < n; i++)
    if (before(values[i], winner, c)) winner = values[i];
  return winner;
}

int main(void) {
  int values[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  struct counter c = {0};
  int low = best(values, 3, ascending, &c);
  int high = best(values, 3, descending, &c);
  assert(low <= high);
  for (int i = 0; i < 3; i++) assert(low <= values[i] && values[i] <= high);
  assert(c.calls == 22);
  return 0;
}
