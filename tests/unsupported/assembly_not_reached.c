/* aver: property=assert expect=TRUE */
/* The construct is there, but no run gets to it. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x % 100;
  if (y == 100) __asm__ volatile("incl %0" : "+r"(x));
  assert(y < 100);
  return 0;
}
