/* aver: property=assert,valid-deref,valid-free expect=TRUE data-model=ILP32 */
/* Heap, pointers in memory, and 64-bit numbers in the 32-bit data model. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

struct item {
  struct item *next;
  unsigned long long value;
};

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  struct item *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  assert(sizeof *a == 12);
  a->next = b;
  b->next = 0;
  memcpy(&b->value, &x, sizeof x);
  a->next->value += 1;
  assert(b->value == x + 1);
  unsigned halves[2];
  memcpy(halves, &x, sizeof x);
  assert(halves[1] == x >> 32);
  free(a->next);
  free(a);
  return 0;
}
