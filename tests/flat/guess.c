/* aver: property=assert,valid-deref expect=FALSE:assert at=19 */
/* aver: property=assert,valid-deref expect=TRUE args="-DOTHER" */
/* A number that turns out to be the address of a variable is one. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  char *a = calloc(8, 1), *b = calloc(8, 1);
  if (!a || !b) return 0;
  uintptr_t number = __VERIFIER_nondet_ulong();
  char *p = (char *)(number * 8 - (uintptr_t)a);
  if ((uintptr_t)p == (uintptr_t)b) {
    *p = 3;
#ifdef OTHER
    assert(a[0] == 0);
#else
    assert(b[0] == 0);
#endif
  }
  return 0;
}
