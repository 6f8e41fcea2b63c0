/* A hash table with chains: N unknown keys, then each is removed again. With BUG a removed entry stays in its chain. */
#include "bench.h"
#define BUCKETS 4

struct entry {
  unsigned char key;
  struct entry *next;
};
static struct entry *table[BUCKETS];

static struct entry **find(unsigned char key) {
  struct entry **at = &table[key % BUCKETS];
  while (*at != NULL && (*at)->key != key) at = &(*at)->next;
  return at;
}

int main(void) {
  unsigned char keys[N];
  for (int i = 0; i < N; i++) {
    keys[i] = nondet_uchar();
    struct entry **at = find(keys[i]);
    if (*at == NULL) {
      *at = malloc(sizeof **at);
      (*at)->key = keys[i];
      (*at)->next = NULL;
    }
  }
  for (int i = 0; i < N; i++) {
    struct entry **at = find(keys[i]), *found = *at;
    if (found == NULL) continue;
#ifdef BUG
    if (keys[i] != BUG)
#endif
      *at = found->next;
    free(found);
  }
  for (int i = 0; i < BUCKETS; i++) assert(table[i] == NULL);
  return 0;
}
