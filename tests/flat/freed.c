/* aver: property=assert,valid-deref,valid-free expect=FALSE:valid-deref at=20 */
/* aver: property=assert,valid-deref,valid-free expect=FALSE:valid-free at=18 args="-DTWICE" */
/* aver: property=assert,valid-deref,valid-free expect=TRUE args="-DONCE" */
/* What a computed number leads to is freed, and is not there any more. */
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  if (!p) return 0;
  uintptr_t number = (uintptr_t)p * 3;
  number -= 2 * (uintptr_t)p;
#ifdef ONCE
  *(char *)number = 1;
#endif
  free((void *)number);
#if defined TWICE
  free((void *)number);
#elif !defined ONCE
  *(char *)number = 1;
#endif
  return 0;
}
