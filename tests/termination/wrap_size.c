/* aver: property=termination expect=TRUE */
/* The size comes to zero. */
extern unsigned long __VERIFIER_nondet_ulong(void);
#include <stddef.h>
int main(void) {
  for (size_t i = __VERIFIER_nondet_ulong(); i-- > 0;) {
  }
  return 0;
}
