/* aver: property=valid-memtrack,valid-memcleanup expect=TRUE */
/* aver: property=valid-memtrack expect=FALSE at=18 args=-DWRONG */
// Two pointers are swapped through pointers to them; the wrong way loses one of the objects.
#include <stdlib.h>

static void swap(int **a, int **b) {
#ifdef WRONG
  *a = *b;
  *b = *a;
#else
  int *old = *a;
  *a = *b;
  *b = old;
#endif
}

int main(void) {
  int *x = malloc(sizeof *x), *y = malloc(sizeof *y);
  swap(&x, &y);
  free(x);
  if (x != y) free(y);
  return 0;
}
