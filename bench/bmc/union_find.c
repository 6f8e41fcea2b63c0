/* N unknown unions among eight elements; then, being in one set is transitive, and the number of sets is right. */
#include "bench.h"

static unsigned char parent[8] = {0, 1, 2, 3, 4, 5, 6, 7};

static unsigned find(unsigned x) {
  for (int i = 0; i < 8 && parent[x] != x; i++) x = parent[x];
  return x;
}

int main(void) {
  int sets = 8;
  for (int i = 0; i < N; i++) {
    unsigned a = find(nondet_uchar() & 7), b = find(nondet_uchar() & 7);
    if (a != b) {
      parent[a] = b;
      sets--;
    }
  }
  int roots = 0;
  for (int i = 0; i < 8; i++) roots += parent[i] == i;
  assert(roots == sets);
  unsigned x = nondet_uchar() & 7, y = nondet_uchar() & 7, z = nondet_uchar() & 7;
  if (find(x) == find(y) && find(y) == find(z)) assert(find(x) == find(z));
#ifdef BUG
  assert(sets != BUG);
#endif
  return 0;
}
