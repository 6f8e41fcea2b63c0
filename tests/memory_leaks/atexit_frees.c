/* aver: property=valid-memcleanup expect=TRUE */
/* aver: property=valid-memcleanup expect=FALSE at=11 args=-DEND=abort() */
// A function that is registered for the end frees; `abort` does not call it.
#include <stdlib.h>
#ifndef END
#define END exit(0)
#endif
static char *buffer;
static void clean(void) { free(buffer); }
int main(void) {
  buffer = malloc(16);
  atexit(clean);
  END;
}
