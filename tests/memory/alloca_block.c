/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=19 args=-DESCAPE */
#include <alloca.h>
#include <assert.h>
static int *leaked;

static int sum_to(int n) {
  int *cells = alloca(n * sizeof *cells);
  for (int i = 0; i < n; i++) cells[i] = i + 1;
  int sum = 0;
  for (int i = 0; i < n; i++) sum += cells[i];
  leaked = cells;
  return sum;
}

int main(void) {
  assert(sum_to(6) == 21);
#ifdef ESCAPE
  return *leaked;
#endif
  return 0;
}
