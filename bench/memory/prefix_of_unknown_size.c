/* Memory of unknown size is filled, shifted and checked. With BUG the shift goes one element too far. */
#include "bench.h"

int main(void) {
  unsigned n = nondet_uint();
  assume(n >= 2 && n <= N);
  int *cells = malloc(n * sizeof *cells);
  for (unsigned i = 0; i < n; i++) cells[i] = nondet_int();
  int first = cells[0];
#ifdef BUG
  for (unsigned i = 0; i < n; i++) cells[i] = cells[i + 1];
#else
  for (unsigned i = 0; i + 1 < n; i++) cells[i] = cells[i + 1];
#endif
  cells[n - 1] = first;
  assert(cells[n - 1] == first);
  free(cells);
  return 0;
}
