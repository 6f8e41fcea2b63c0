/* A binary search tree of N unknown keys is searched for one of them and freed. With BUG one subtree is forgotten. */
#include "bench.h"

struct tree {
  unsigned char key;
  struct tree *child[2];
};

static void insert(struct tree **at, unsigned char key) {
  while (*at != NULL) {
    if ((*at)->key == key) return;
    at = &(*at)->child[(*at)->key < key];
  }
  *at = malloc(sizeof **at);
  (*at)->key = key;
  (*at)->child[0] = (*at)->child[1] = NULL;
}

static int contains(const struct tree *t, unsigned char key) {
  while (t != NULL) {
    if (t->key == key) return 1;
    t = t->child[t->key < key];
  }
  return 0;
}

/* Rotates until there is no left child, so that neither recursion nor a stack is needed. */
static void destroy(struct tree *t) {
  while (t != NULL) {
    struct tree *left = t->child[0];
    if (left != NULL) {
      t->child[0] = left->child[1];
      left->child[1] = t;
      t = left;
    } else {
      struct tree *right = t->child[1];
#ifdef BUG
      if (t->key == BUG) right = NULL;
#endif
      free(t);
      t = right;
    }
  }
}

int main(void) {
  struct tree *root = NULL;
  unsigned char keys[N];
  for (int i = 0; i < N; i++) {
    keys[i] = nondet_uchar();
    insert(&root, keys[i]);
  }
  unsigned which = nondet_uint();
  assume(which < N);
  assert(contains(root, keys[which]));
  destroy(root);
  return 0;
}
