/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=31 args=-DWRONG_BUCKET */
/* Lists that hang off a table at unknown places: what a pointer read from it leads to, only points-to facts tell. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
  unsigned key;
  struct node *next;
};

static int *unrelated[20];

int main(void) {
  for (int i = 0; i < 20; i++)
    unrelated[i] = malloc(sizeof **unrelated);
  struct node **table = calloc(100, sizeof *table);
  for (int i = 0; i < 3; i++) {
    unsigned key = __VERIFIER_nondet_uint();
    struct node *node = malloc(sizeof *node);
    node->key = key;
    node->next = table[key % 100];
    table[key % 100] = node;
  }
  unsigned bucket = __VERIFIER_nondet_uint() % 100;
  for (struct node *node = table[bucket]; node; node = node->next) {
#ifdef WRONG_BUCKET
    /* Not for keys of 100 and more. */
    assert(node->key == bucket);
#else
    assert(node->key % 100 == bucket);
#endif
  }
  return 0;
}
