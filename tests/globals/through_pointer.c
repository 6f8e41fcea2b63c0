/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=22 args=-DMISTAKE */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int a, b;
static int *current = &a;

static int set(int value) {
  int before = *current;
  *current = value;
  current = current == &a ? &b : &a;
  return before;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  set(x);
  set(x);
  assert(a == x && b == x);
  assert(set(5) == x && a == 5);
#ifdef MISTAKE
  assert(b != 17);
#endif
  return 0;
}
