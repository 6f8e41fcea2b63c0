/* aver: property=valid-deref expect=FALSE at=11 args="--function sum" */
/* aver: property=valid-deref expect=FALSE at=11 args="--function sum --args nonnull" */
/* aver: property=valid-deref expect=TRUE args="--function sum --args-size a=n" */
/* aver: property=valid-deref expect=TRUE args="--function sum --args-size a=n" data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=18 args="--function too_far --args-size a=n" */
/* An array and its length: what the length is must be said. */
#include <stddef.h>

unsigned sum(const unsigned *a, size_t n) {
  unsigned s = 0;
  for (size_t i = 0; i < n; i++) s += a[i];
  return s;
}

unsigned too_far(const unsigned *a, int n) {
  unsigned s = 0;
  for (int i = 0; i <= n; i++)
    s += a[i];
  return s;
}
