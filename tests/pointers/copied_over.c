/* aver: property=assert expect=FALSE at=11 */
// A copy of the whole struct changes the member.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int x, y; };
int main(void) {
  struct pair a = {1, 2}, b = {3, 4}, c = {5, 6};
  struct pair *p = __VERIFIER_nondet_int() ? &a : &b;
  p->x = 7;
  a = c;
  assert(p->x == 7);
  return 0;
}
