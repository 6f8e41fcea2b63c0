/* aver: property=assert expect=FALSE at=8 */
/* A violation that happens before, or beside, what is not supported is one all the same. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 3);
  if (x == 4) __asm__ volatile("incl %0" : "+r"(x));
  return 0;
}
