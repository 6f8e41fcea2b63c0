/* aver: property=assert expect=UNKNOWN reason="pointer to a dead object" */
// The ABA problem: a node is freed, and a new one at the same address makes the exchange succeed.
#include <assert.h>
#include <stdlib.h>

static int *top;

int main(void) {
  top = malloc(sizeof *top);
  int *seen = top;
  free(top);
  top = malloc(sizeof *top);
  assert(!__atomic_compare_exchange_n(&top, &seen, NULL, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}
