/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert expect=FALSE at=19 args=-DCLAIM=1 */
/* aver: property=assert expect=FALSE at=26 args=-DCLAIM=2 */
/* aver: property=assert expect=FALSE at=31 args=-DCLAIM=3 */
/* What was stored through a pointer is read back through it, unless something else was written there in between. */
#include <assert.h>
#ifndef CLAIM
#define CLAIM 0
#endif
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0};
  int *p = &a[__VERIFIER_nondet_uint() % 4], *q = &a[__VERIFIER_nondet_uint() % 4];
  *p = 1;
  assert(*p == 1);
  *q = 2;
  assert(*p == 1 || (p == q && CLAIM != 1));
  assert(*q == 2);
  *p = 0x30003;
  assert(*(short *)p == 3);
  *(short *)p = 4;
  assert(*p == 0x30004);
  memset(a, 0, sizeof(int) * 2);
  assert(*p == 0x30004 || (p < a + 2 && CLAIM != 2));
  int *r = __VERIFIER_nondet_uint() ? p : q;
  *r = 7;
  if (r == p) *q = 8;
  assert(*r == 7 || r == q);
  assert(*p == 7 || CLAIM != 3);
  return 0;
}
