/* aver: property=assert,valid-deref expect=FALSE:assert at=17 */
/* aver: property=assert,valid-deref expect=TRUE args="-DALIVE" */
/* What was freed may be given out again; what was not may not. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *first = malloc(8);
  if (!first) return 0;
  uintptr_t old = (uintptr_t)first;
#ifndef ALIVE
  free(first);
#endif
  char *second = malloc(8);
  if (!second) return 0;
  assert((uintptr_t)second != old);
  return 0;
}
