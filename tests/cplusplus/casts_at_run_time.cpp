/* aver: property=assert expect=UNKNOWN reason="__dynamic_cast" */
/* A cast that asks for the class of an object is not supported. */
#include <cassert>
struct Base { virtual ~Base() {} };
struct Derived : Base {};

int main() {
  Derived d;
  Base *b = &d;
  assert(dynamic_cast<Derived *>(b) == &d);
}
