/* aver: property=valid-deref expect=FALSE at=11 args="--function set --args nonnull" */
/* aver: property=valid-deref expect=TRUE args="--function set_guarded" */
/* aver: property=assert expect=FALSE at=22 args="--function swap" */
/* aver: property=valid-deref expect=TRUE args="--function all --args-size p=n" */
/* Pointers to pointers. */
#include <assert.h>
#include <stddef.h>

/* *p may be null though p is not. */
void set(int **p) {
  **p = 1;
}

void set_guarded(int **p) {
  if (p && *p) **p = 1;
}

void swap(int **p, int **q) {
  if (!p || !q) return;
  int *t = *p;
  *p = *q, *q = t;
  assert(p != q);
}

int all(int **p, unsigned n) {
  int s = 0;
  for (unsigned i = 0; i < n; i++)
    if (p[i]) s |= *p[i];
  return s;
}
