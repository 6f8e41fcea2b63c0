/* aver: property=valid-memtrack expect=UNKNOWN reason="lost memory in a run that does not end" */
/* aver: property=valid-memcleanup expect=TRUE */
// The run never ends, but it has lost memory: only the first property is about that.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  p = NULL;
  for (;;) {
  }
}
