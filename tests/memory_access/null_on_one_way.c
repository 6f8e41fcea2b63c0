/* aver: property=valid-deref expect=FALSE at=15 */
/* aver: property=valid-deref expect=TRUE args=-DCHECK */
// A search that finds nothing gives null.
#include <stddef.h>
static int table[3] = {2, 4, 8};

static int *find(int value) {
  for (int i = 0; i < 3; i++)
    if (table[i] == value) return &table[i];
  return NULL;
}

int main(int argc, char **argv) {
#ifndef CHECK
  return *find(argc);
#else
  int *p = find(argc);
  return p == NULL ? 0 : *p;
#endif
}
