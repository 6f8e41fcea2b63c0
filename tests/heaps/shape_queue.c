/* aver: property=assert,valid-memsafety,valid-memcleanup expect=TRUE args="--engine shapes" */
/* aver: property=assert,valid-memsafety,valid-memcleanup expect=FALSE:valid-deref at=15 args="--engine shapes -DWRONG" */
/* A queue in static variables; its tail must not stay behind. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

static struct node *head, *tail;

static void put(int data) {
  struct node *n = malloc(sizeof *n);
  n->data = data;
  n->next = 0;
  if (tail)
    tail->next = n;
  else
    head = n;
  tail = n;
}

static int get(void) {
  struct node *n = head;
  int data = n->data;
  head = n->next;
#ifndef WRONG
  if (!head) tail = 0;
#endif
  free(n);
  return data;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      put(4);
    else if (head)
      get();
  }
  while (head) get();
  return 0;
}
