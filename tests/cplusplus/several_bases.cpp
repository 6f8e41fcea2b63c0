/* aver: property=assert,valid-deref,valid-free expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* Several bases and a shared one: pointers move as they are converted, and calls move them back. */
#include <assert.h>
struct A { int a = 1; virtual int f() { return a; } };
struct B { int b = 2; virtual int g() { return b; } virtual ~B() {} };
struct C : A, B { int f() override { return 10; } int g() override { return b + 20; } };
struct D : virtual A { int d = 4; };
struct E : virtual A { int e = 5; };
struct F : D, E { int sum() { return a + d + e; } };

int main() {
  C c;
  A *p = &c;
  B *q = &c;
  assert((void *)p != (void *)q && static_cast<C *>(q) == &c);
  assert(p->f() == 10 && q->g() == 22);
  F f;
  f.a = 7;
  assert(f.sum() == 16 && static_cast<A &>(f).f() == 7);
  B *last = new C;
  delete last;
}
