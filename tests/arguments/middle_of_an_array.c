/* aver: property=assert expect=FALSE at=10 args="--function later" */
/* aver: property=assert expect=FALSE at=17 args="--function earlier" */
/* aver: property=assert expect=TRUE args="--function later --args distinct --args-size a=2" */
/* Pointers may point to different elements of the same array, either of them first. */
#include <assert.h>

void later(int *a, int *b) {
  if (!a || !b || a == b) return;
  a[1] = 1, *b = 2;
  assert(a[1] == 1);
}

void earlier(int *a, int *b) {
  if (!a || !b || a == b) return;
  *a = 1;
  b[1] = 2;
  assert(*a == 1);
}
