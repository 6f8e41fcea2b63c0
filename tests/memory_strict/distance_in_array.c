/* aver: property=no-unrelated-pointers,assert expect=TRUE */
// Search by two pointers that move towards each other.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int cells[4] = {1, 3, 5, 7}, wanted = __VERIFIER_nondet_int();
  int *low = cells, *high = cells + 4;
  while (low < high) {
    int *middle = low + (high - low) / 2;
    if (*middle < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  assert(low - cells <= 4);
}
