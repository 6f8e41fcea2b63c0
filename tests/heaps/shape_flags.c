/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:assert at=30 args="--engine shapes -DWRONG" */
/* Nodes of two kinds: only some have a buffer, and a flag tells. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { struct item *next; int owns; char *buffer; };

int main(void) {
  struct item *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *n = malloc(sizeof *n);
    n->owns = 0;
    n->buffer = 0;
    if (__VERIFIER_nondet_int()) {
      n->owns = 1;
      n->buffer = malloc(8);
      n->buffer[7] = 0;
    }
    n->next = list;
    list = n;
  }
  while (list) {
    struct item *next = list->next;
    if (list->owns) {
      assert(list->buffer != 0);
      free(list->buffer);
    } else {
#ifdef WRONG
      assert(list->buffer != 0);
#else
      assert(list->buffer == 0);
#endif
    }
    free(list);
    list = next;
  }
  return 0;
}
