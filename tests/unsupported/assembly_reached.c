/* aver: property=assert expect=UNKNOWN reason="assembly" */
/* What Aver does not support makes the answer UNKNOWN where a run gets there. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 12345) __asm__ volatile("incl %0" : "+r"(x));
  assert(x < 20000 || x > 12345);
  return 0;
}
