/* N unknown keys go into a sorted list, which is walked, checked and freed. With BUG the head is freed first. */
#include "bench.h"

struct node {
  unsigned char key;
  struct node *next;
};

static void insert(struct node **at, unsigned char key) {
  while (*at != NULL && (*at)->key < key) at = &(*at)->next;
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->next = *at;
  *at = n;
}

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < N; i++) insert(&head, nondet_uchar());
  for (struct node *n = head; n->next != NULL; n = n->next) assert(n->key <= n->next->key);
  while (head != NULL) {
#ifdef BUG
    free(head);
    head = head->next;
#else
    struct node *next = head->next;
    free(head);
    head = next;
#endif
  }
  return 0;
}
