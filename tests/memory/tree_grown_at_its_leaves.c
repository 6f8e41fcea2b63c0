/* aver: property=assert,valid-deref,valid-free,valid-memcleanup expect=TRUE */
/* aver: property=assert,valid-deref,valid-free,valid-memcleanup expect=FALSE:valid-memcleanup at=23 args=-DBUG */
/* New nodes are reached only through the place that they are stored in, which is one of many. */
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct tree {
  unsigned char key;
  struct tree *child[2];
};

static int insert(struct tree **at, unsigned char key) {
  while (*at != NULL) {
    if ((*at)->key == key) {
#ifdef BUG
      if (key == 77) (*at)->child[0] = NULL;
#endif
      return 0;
    }
    at = &(*at)->child[(*at)->key < key];
  }
  *at = malloc(sizeof **at);
  (*at)->key = key;
  (*at)->child[0] = (*at)->child[1] = NULL;
  return 1;
}

static int destroy(struct tree *t) {
  if (t == NULL) return 0;
  int count = 1 + destroy(t->child[0]) + destroy(t->child[1]);
  free(t);
  return count;
}

int main(void) {
  struct tree *root = NULL;
  int count = 0;
  for (int i = 0; i < 3; i++) count += insert(&root, __VERIFIER_nondet_uchar());
  int destroyed = destroy(root);
  assert(destroyed == count
#ifdef BUG
         || 1
#endif
  );
  return 0;
}
