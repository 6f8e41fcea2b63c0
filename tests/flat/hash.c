/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=32 args="-DBUG" */
/* A table that is indexed by addresses. */
#include <assert.h>
#include <stdint.h>

int keys[3];
int *table[8];

static unsigned slot(int *key) { return ((uintptr_t)key >> 2) * 5 % 8; }

static void put(int *key) {
  unsigned at = slot(key);
  while (table[at]) at = (at + 1) % 8;
  table[at] = key;
}

static int has(int *key) {
  unsigned at = slot(key);
  for (int i = 0; i < 8 && table[at]; i++) {
    if (table[at] == key) return 1;
    at = (at + 1) % 8;
  }
  return 0;
}

int main(void) {
  put(&keys[0]);
  put(&keys[1]);
  assert(has(&keys[0]) && has(&keys[1]));
#ifdef BUG
  assert(slot(&keys[0]) < slot(&keys[1]));
#else
  assert(!has(&keys[2]));
#endif
  return 0;
}
