/* aver: property=valid-deref expect=TRUE args="--function depth --args-depth 1 --args distinct" */
/* aver: property=assert expect=FALSE at=19 args="--function deep --args-depth 2" */
/* aver: property=assert expect=TRUE args="--function deep --args-depth 1 --args distinct" */
/* The depth decides how large structures are. */
#include <assert.h>

struct tree {
  struct tree *left, *right;
};

int depth(const struct tree *t) {
  if (!t) return 0;
  int l = depth(t->left), r = depth(t->right);
  return 1 + (l > r ? l : r);
}

void deep(const struct tree *t) {
  if (!t || !t->left) return;
  assert(!t->left->right);
}
