/* aver: property=assert,valid-deref,valid-free expect=TRUE */
/* aver: property=assert expect=FALSE at=19 args="-DWRONG" */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* A virtual call goes to the class of the object, also in destructors. */
#include <assert.h>
static int ended;
struct Shape { virtual int area() const { return 0; } virtual ~Shape() { ended++; } };
struct Square : Shape { int side; Square(int s) : side(s) {} int area() const override { return side * side; } ~Square() { ended += 10; } };
struct Rectangle : Shape { int a, b; Rectangle(int a, int b) : a(a), b(b) {} int area() const override { return a * b; } };

int main() {
  Shape *p = new Square(3), *q = new Rectangle(2, 5);
  int total = p->area() + q->area();
  delete p;
  delete q;
  assert(total == 19);
  assert(ended == 12);
#ifdef WRONG
  assert(total == 18);
#endif
}
