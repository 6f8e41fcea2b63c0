/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args=-DMISTAKE */
/* A pointer to one of three variables. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a = 1, b = 2, c = 3;
  unsigned which = __VERIFIER_nondet_uint() % 3;
  int *p = which == 0 ? &a : which == 1 ? &b : &c;
  *p += 10;
  assert(a + b + c == 16);
  assert((a == 11) == (which == 0) && (b == 12) == (which == 1));
#ifdef MISTAKE
  assert(c == 3);
#endif
  return 0;
}
