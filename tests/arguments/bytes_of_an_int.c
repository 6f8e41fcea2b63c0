/* aver: property=assert expect=FALSE at=10 args="--function store" */
/* aver: property=assert expect=FALSE at=10 args="--function store" data-model=ILP32 */
/* aver: property=assert expect=TRUE args="--function other" */
/* A pointer to characters may point into any object, one to `short` not into one of `int`. */
#include <assert.h>

void store(int *p, char *c) {
  if (!p || !c) return;
  *p = 7, *c = 1;
  assert(*p == 7);
}

void other(int *p, short *s) {
  if (!p || !s) return;
  *p = 7;
  *s = 1;
  assert(*p == 7);
}
