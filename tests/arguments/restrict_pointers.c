/* aver: property=assert,valid-deref expect=TRUE args="--function store" */
/* Pointers that are `restrict` do not point to the same object. */
#include <assert.h>

void store(int *restrict a, int *restrict b) {
  if (!a || !b) return;
  *a = 1;
  *b = 2;
  assert(*a == 1);
}
