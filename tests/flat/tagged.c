/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=22 args="-DBUG" */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* Tags in the low bits, taken out by a remainder and a difference. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  uintptr_t word[2];
  for (int i = 0; i < 2; i++) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = i;
    word[i] = (uintptr_t)p | (unsigned)i;
  }
  for (int i = 0; i < 2; i++) {
    int tag = word[i] % 4;
#ifdef BUG
    tag = word[i] % 32;
#endif
    assert(tag == i);
    assert(*(int *)(word[i] - tag) == i);
  }
  return 0;
}
