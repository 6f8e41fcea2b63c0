/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects" */
/* aver: property=unreach-call expect=FALSE at=23 */
/* aver: property=unreach-call expect=UNKNOWN reason="makes up" data-model=ILP32 args="--memory objects -DHIGH" */
/* aver: property=unreach-call expect=FALSE at=23 data-model=ILP32 args="-DHIGH" */
/* aver: property=unreach-call expect=TRUE args="-DLOW" */
/* An unknown number, as a pointer, may be the address of anything that can lie there. */
#include <stdint.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);
static int g;

int main(void) {
  unsigned long number = __VERIFIER_nondet_ulong();
#ifdef HIGH
  __VERIFIER_assume(number > 0x10000000 && number < 0x20000000);
#elif defined LOW
  __VERIFIER_assume(number < 4096);
#else
  __VERIFIER_assume(number > 100000 && number < 200000);
#endif
  int *p = (int *)number;
  if (p == &g) reach_error();
  return 0;
}
