/* aver: property=assert expect=TRUE */
// The bits of a float, through a union.
#include <assert.h>

union number {
  float f;
  unsigned u;
};

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  union number n;
  n.f = 1.0f;
  assert(n.u == 0x3f800000u);
  n.u = 0x7f800000u;
  assert(n.f > 3e38f);
  n.u = __VERIFIER_nondet_uint();
  unsigned before = n.u;
  n.f = -n.f;
  assert(n.u == (before ^ 0x80000000u));
  union number m;
  m.u = before;
  if (m.f == m.f) {
    union number next;
    next.u = before & 0x7fffffffu;
    assert(next.f == (m.f < 0 ? -m.f : m.f));
  }
  return 0;
}
