/* aver: property=assert expect=TRUE */
/* Pointers to members: of data, of functions, of virtual functions. */
#include <cassert>
struct Base { int x = 3; int get() { return x; } virtual int kind() { return 1; } virtual ~Base() {} };
struct Derived : Base { int y = 4; int kind() override { return 2; } };

int main() {
  Derived d;
  Base *b = &d;
  int Base::*data = &Base::x;
  int (Base::*plain)() = &Base::get;
  int (Base::*virtually)() = &Base::kind;
  b->*data = 8;
  assert((b->*plain)() == 8 && (b->*virtually)() == 2);
}
