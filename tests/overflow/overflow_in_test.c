/* aver: property=no-overflow expect=FALSE at=6 args="--function store" */
/* A test for the largest number that overflows itself. An optimiser folds it to 0, and the overflow is gone. */
#include <stdlib.h>

static int is_largest(int n) {
  return n + 1 < n;
}

int *store(int n, int value) {
  int *cell = 0;
  if (!is_largest(n)) cell = malloc(sizeof *cell);
  if (cell) *cell = value;
  return cell;
}
