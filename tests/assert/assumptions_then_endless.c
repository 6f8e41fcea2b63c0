/* aver: property=assert expect=TRUE */
/* A run that goes round for ever is a run: the assumptions do not exclude every one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 12345678);
  assert(x != 100);
  while (1) {
  }
}
