/* aver: property=assert,valid-deref,valid-free expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=29 args=-DEARLY */
/* A list of three cells: built, summed up, freed. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct cell {
  int value;
  struct cell *next;
};

static struct cell *push(struct cell *list, int value) {
  struct cell *cell = malloc(sizeof *cell);
  cell->value = value;
  cell->next = list;
  return cell;
}

int main(void) {
  int x = __VERIFIER_nondet_int() & 0xFF;
  struct cell *list = push(push(push(0, 1), x), 3);
  int sum = 0;
  for (struct cell *c = list; c; c = c->next) sum += c->value;
  assert(sum == x + 4);
  while (list) {
#ifdef EARLY
    free(list);
    list = list->next;
#else
    struct cell *next = list->next;
    free(list);
    list = next;
#endif
  }
  return 0;
}
