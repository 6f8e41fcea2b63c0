/* An array that doubles its room when it is full takes N values. With BUG it does so one value too late. */
#include "bench.h"

struct array {
  int *cells;
  unsigned count, room;
};

static void append(struct array *a, int value) {
#ifdef BUG
  if (a->count > a->room) {
#else
  if (a->count == a->room) {
#endif
    unsigned room = a->room == 0 ? 1 : 2 * a->room;
    int *cells = malloc(room * sizeof *cells);
    for (unsigned i = 0; i < a->count; i++) cells[i] = a->cells[i];
    free(a->cells);
    a->cells = cells;
    a->room = room;
  }
  a->cells[a->count++] = value;
}

int main(void) {
  struct array a = {malloc(sizeof(int)), 0, 1};
  int sum = 0;
  for (int i = 0; i < N; i++) {
    int value = nondet_uchar();
    if (value > 100) continue;
    append(&a, value);
    sum += value;
  }
  for (unsigned i = 0; i < a.count; i++) sum -= a.cells[i];
  assert(sum == 0);
  free(a.cells);
  return 0;
}
