/* aver: property=assert,valid-deref,valid-free expect=TRUE */
/* aver: property=valid-free expect=FALSE at=16 args="-DWRONG" */
/* new[] runs all constructors and remembers their number; what it gives must not be deleted as one object. */
#include <cassert>
static int alive;
struct Counted { int v; Counted() : v(++alive) {} ~Counted() { alive--; } };

int main() {
  Counted *all = new Counted[3];
  int *plain = new int[2]{1, 2};
  assert(all[2].v == 3 && plain[1] == 2 && alive == 3);
  delete[] plain;
#ifndef WRONG
  delete[] all;
#else
  delete all;
#endif
  assert(alive == 0);
}
