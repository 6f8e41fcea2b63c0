/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-memtrack at=17 args="--engine shapes -DWRONG" */
/* A list each of whose nodes has a list of its own. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct inner { struct inner *next; };
struct outer { struct outer *next; struct inner *list; };

int main(void) {
  struct outer *all = 0;
  while (__VERIFIER_nondet_int()) {
    struct outer *o = malloc(sizeof *o);
    o->next = all;
    o->list = 0;
    all = o;
    while (__VERIFIER_nondet_int()) {
      struct inner *i = malloc(sizeof *i);
      i->next = o->list;
      o->list = i;
    }
  }
  while (all) {
    struct outer *next = all->next;
    struct inner *i = all->list;
#ifdef WRONG
    if (i) {
#else
    while (i) {
#endif
      struct inner *after = i->next;
      free(i);
      i = after;
    }
    free(all);
    all = next;
  }
  return 0;
}
