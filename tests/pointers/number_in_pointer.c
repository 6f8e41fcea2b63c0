/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE args="-DADDRESS" */
/* Numbers that travel as pointers, as arguments of callbacks do, come out as they went in. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int seen;
static void visit(void *argument) { seen = (int)(long)argument; }
static void call(void (*f)(void *), void *argument) { f(argument); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  call(visit, (void *)(long)x);
  assert(seen == x);
#ifdef ADDRESS
  call(visit, &x);
#endif
  return 0;
}
