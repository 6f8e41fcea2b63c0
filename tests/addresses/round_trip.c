/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* What C promises of addresses as numbers: there and back, moved in between, tagged in the low bits, compared. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int a[4] = {1, 2, 3, 4};
  uintptr_t number = (uintptr_t)a;
  number += 2 * sizeof(int);
  assert(*(int *)number == 3);
  assert(number - (uintptr_t)a == 8);
  assert((number & 3) == 0);
  uintptr_t tagged = (uintptr_t)&a[1] | 1;
  assert(tagged & 1);
  assert(*(int *)(tagged & ~(uintptr_t)1) == 2);
  assert((uintptr_t)&a[0] != 0);
  assert((uintptr_t)&a[0] < (uintptr_t)&a[3]);
  void *p = malloc(32);
  assert(p == NULL || ((uintptr_t)p & 15) == 0);
  assert(p == NULL || (uintptr_t)p % 8 == 0);
  free(p);
  void *small = (void *)(uintptr_t)42;
  assert((uintptr_t)small == 42);
  return 0;
}
