/* aver: property=assert,valid-free,valid-deref expect=TRUE */
/* aver: property=valid-free expect=FALSE at=10 args="-DWRONG" */
/* An object that is moved from gives up what it owns; if it does not, both free it. */
#include <cassert>
#include <utility>
struct Box {
  int *p;
  explicit Box(int v) : p(new int(v)) {}
  ~Box() {
    delete p;
  }
  Box(const Box &) = delete;
  Box(Box &&o) : p(o.p) {
#ifndef WRONG
    o.p = nullptr;
#endif
  }
};

int main() {
  Box a(5), b(std::move(a));
  assert(*b.p == 5);
}
