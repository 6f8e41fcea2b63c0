/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=18 args=-DEXTRA=1 */
/* aver: property=valid-deref expect=FALSE at=18 args=-DEXTRA=1 data-model=ILP32 */
// A flexible array member has as many elements as were allocated.
#include <stdlib.h>
#ifndef EXTRA
#define EXTRA 0
#endif

struct packet {
  int length;
  long data[];
};

int main(void) {
  struct packet *p = malloc(sizeof *p + 3 * sizeof(long));
  p->length = 3;
  for (int i = 0; i < p->length + EXTRA; i++) p->data[i] = i;
  free(p);
  return 0;
}
