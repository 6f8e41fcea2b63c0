/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* Distances, order and equality of pointers into one array, its end among them. */
#include <assert.h>
#include <stddef.h>

int main(void) {
  struct { short a, b; } all[5], *p = all + 1, *end = all + 5;
  short *inside = &all[3].b;
  ptrdiff_t d = end - p;
  assert(d == 4 && p < end && p + d == end && &p[-1] == all && end > all && p >= all + 1);
  assert((char *)inside - (char *)all == 14 && inside - &all[0].a == 7);
  int steps = 0;
  for (p = all; p != end; ++p)
    steps++;
  assert(steps == 5);
  return 0;
}
