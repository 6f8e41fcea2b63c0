/* Objects with reference counts in N slots, copied at random. With BUG assigning a slot to itself frees its object. */
#include "bench.h"
#define SLOTS 3

struct object {
  int owners;
};
static struct object *slots[SLOTS];

static void release(struct object *o) {
  if (o != NULL && --o->owners == 0) free(o);
}

static void assign(unsigned to, unsigned from) {
#ifdef BUG
  release(slots[to]);
  if (slots[from] != NULL) slots[from]->owners++;
#else
  if (slots[from] != NULL) slots[from]->owners++;
  release(slots[to]);
#endif
  slots[to] = slots[from];
}

int main(void) {
  for (int i = 0; i < N; i++) {
    unsigned to = nondet_uint() % SLOTS, from = nondet_uint() % SLOTS;
    if (nondet_int()) {
      release(slots[to]);
      slots[to] = malloc(sizeof(struct object));
      slots[to]->owners = 1;
    } else {
      assign(to, from);
    }
  }
  for (unsigned i = 0; i < SLOTS; i++) {
    assert(slots[i] == NULL || slots[i]->owners >= 1);
    release(slots[i]);
  }
  return 0;
}
