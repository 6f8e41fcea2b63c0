/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=14 */
/* A pointer that is kept in 32 bits is the same one only where addresses have 32 bits. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 4;
  uint32_t link = (uint32_t)(uintptr_t)p;
  int *q = (int *)(uintptr_t)link;
  assert(*q == 4);
  return 0;
}
