/* N unknown keys go into a hash table with open addressing; then each of them is found. */
#include "bench.h"
#ifndef SIZE
#define SIZE (2 * N)
#endif

static unsigned char table[SIZE];

static int slot(unsigned char key) {
  unsigned at = key * 7u % SIZE;
  for (int tries = 0; tries < SIZE; tries++) {
    if (table[at] == key || table[at] == 0) return at;
    at = at + 1 < SIZE ? at + 1 : 0;
  }
  return -1;
}

int main(void) {
  unsigned char keys[N];
  for (int i = 0; i < N; i++) {
    keys[i] = nondet_uchar();
    assume(keys[i] != 0);
    int at = slot(keys[i]);
    assert(at >= 0);
    table[at] = keys[i];
  }
  for (int i = 0; i < N; i++) assert(table[slot(keys[i])] == keys[i]);
  return 0;
}
