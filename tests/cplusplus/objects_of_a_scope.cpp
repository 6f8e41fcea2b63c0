/* aver: property=assert expect=TRUE */
/* Destructors run where a scope is left, in the opposite order, on every way out. */
#include <cassert>
static int order;
struct Guard { int digit; Guard(int d) : digit(d) {} ~Guard() { order = 10 * order + digit; } };
static int leave(int when) {
  Guard one(1);
  for (int i = 0; i < 2; i++) {
    Guard two(2);
    if (i == when)
      return i;
  }
  Guard three(3);
  return 9;
}

int main() {
  assert(leave(0) == 0 && order == 21);
  order = 0;
  assert(leave(5) == 9 && order == 2231);
}
