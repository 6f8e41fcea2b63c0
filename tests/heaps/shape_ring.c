/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-free at=24 args="--engine shapes -DWRONG" */
/* A ring, which ends where it began. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

int main(void) {
  struct node *ring = malloc(sizeof *ring);
  ring->next = ring;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = ring->next;
    ring->next = n;
  }
  struct node *p = ring->next;
  while (p != ring) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
  free(ring);
#ifdef WRONG
  free(p);
#endif
  return 0;
}
