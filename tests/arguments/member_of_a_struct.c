/* aver: property=assert expect=FALSE at=16 args="--function member" */
/* aver: property=assert expect=FALSE at=23 args="--function element" */
/* aver: property=assert expect=TRUE args="--function other" */
/* A pointer may point to a member of what another one points to, if the types fit. */
#include <assert.h>

struct record {
  char tag;
  int count;
  int rows[3];
};

void member(struct record *r, int *p) {
  if (!r || !p) return;
  r->count = 1, *p = 2;
  assert(r->count == 1);
}

void element(int *p, struct record *r) {
  if (!r || !p) return;
  r->rows[2] = 1;
  *p = 2;
  assert(r->rows[2] == 1);
}

void other(struct record *r, long *p) {
  if (!r || !p) return;
  r->count = 1;
  *p = 2;
  assert(r->count == 1);
}
