/* A matrix of unknown shape, row by row on the heap, is transposed into another one. With BUG the shapes are mixed up. */
#include "bench.h"

static int **make(unsigned rows, unsigned columns) {
  int **m = malloc(rows * sizeof *m);
  for (unsigned i = 0; i < rows; i++) m[i] = malloc(columns * sizeof **m);
  return m;
}

static void drop(int **m, unsigned rows) {
  for (unsigned i = 0; i < rows; i++) free(m[i]);
  free(m);
}

int main(void) {
  unsigned rows = nondet_uint(), columns = nondet_uint();
  assume(rows >= 1 && rows <= N && columns >= 1 && columns <= N);
  int **a = make(rows, columns);
#ifdef BUG
  int **b = make(columns, columns);
#else
  int **b = make(columns, rows);
#endif
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j < columns; j++) a[i][j] = nondet_int();
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j < columns; j++) b[j][i] = a[i][j];
  unsigned i = nondet_uint(), j = nondet_uint();
  assume(i < rows && j < columns);
  assert(b[j][i] == a[i][j]);
  drop(a, rows);
  drop(b, columns);
  return 0;
}
