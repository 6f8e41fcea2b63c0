/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* A pointer as an integer and back, and with its lowest bit as a mark. */
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int cells[2] = {5, 6};
  uintptr_t bits = (uintptr_t)&cells[0];
  if (__VERIFIER_nondet_int()) bits += sizeof(int);
  int *p = (int *)bits;
  assert(*p == 5 || *p == 6);
  *p = 7;
  assert(cells[0] + cells[1] == 13 || cells[0] + cells[1] == 12);
  uintptr_t marked = (uintptr_t)&cells[1] | 1;
  assert((marked & 1) == 1);
  assert(*(int *)(marked & ~(uintptr_t)1) == cells[1]);
  return 0;
}
