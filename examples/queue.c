/* A queue in a ring of four cells. The test for "full" lets one item too many in:
 *
 *   ./aver verify --property assert examples/queue.c
 */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define SIZE 4

struct queue {
  int items[SIZE];
  unsigned head, count;
};

static void put(struct queue *q, int item) {
  if (q->count > SIZE) return;
  q->items[(q->head + q->count++) % SIZE] = item;
}

static int get(struct queue *q) {
  int item = q->items[q->head];
  q->head = (q->head + 1) % SIZE;
  q->count--;
  return item;
}

int main(void) {
  struct queue q = {{0}, 0, 0};
  int first = __VERIFIER_nondet_int();
  put(&q, first);
  for (int i = 0; i < 5; i++)
    if (__VERIFIER_nondet_bool()) put(&q, i);
  assert(get(&q) == first);
  return 0;
}
