/* aver: property=array-bounds,valid-deref expect=TRUE */
/* The address behind the last element is taken, stored, passed, compared, moved back and copied from with length zero;
   elements are changed in place up to the last. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct { int a[4]; int after; } s;
struct pair { int x, y; } pairs[2];

static int *back(int *p) { return p - 1; }

int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), none = 0;
  if (i > 4) return 0;
  int *p = &s.a[i];
  if (p == &s.a[4]) *back(&s.a[i]) = 1;
  if (i == 4) (&s.a[i])[-1] = 2;
  memcpy(s.a, &s.a[i], none);
  memcpy(s.a, &s.a[i], 0);
  if (i < 4) s.a[i]++, --s.a[i], s.a[i] += 2;
  struct pair last = pairs[1];
  pairs[1].y++;
  s.a[3]++;
  s.after++;
  return last.x;
}
