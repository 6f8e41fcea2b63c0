/* aver: property=valid-memsafety,valid-memcleanup expect=TRUE */
/* aver: property=valid-memcleanup expect=FALSE at=13 args=-DLEFT_ONLY */
// A tree is built and freed recursively; with LEFT_ONLY the right subtrees stay.
#include <stdlib.h>

struct tree {
  struct tree *left, *right;
};

static struct tree *build(int depth) {
  if (depth == 0)
    return NULL;
  struct tree *t = malloc(sizeof *t);
  t->left = build(depth - 1);
  t->right = build(depth - 1);
  return t;
}

static void destroy(struct tree *t) {
  if (t == NULL)
    return;
  destroy(t->left);
#ifndef LEFT_ONLY
  destroy(t->right);
#endif
  free(t);
}

int main(void) {
  destroy(build(3));
  return 0;
}
