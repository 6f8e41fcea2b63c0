/* aver: property=valid-free expect=FALSE at=17 */
/* aver: property=valid-free expect=TRUE args=-DCOUNT */
// Two owners of one buffer; with a count, only the last one frees it.
#include <stdlib.h>

struct buffer { int owners; };
struct owner { struct buffer *buffer; };

static void take(struct owner *o, struct buffer *b) {
  o->buffer = b;
  b->owners++;
}
static void drop(struct owner *o) {
#ifdef COUNT
  if (--o->buffer->owners > 0) return;
#endif
  free(o->buffer);
}

int main(void) {
  struct buffer *b = malloc(sizeof *b);
  struct owner first, second;
  b->owners = 0;
  take(&first, b);
  take(&second, b);
  drop(&first);
  drop(&second);
  return 0;
}
