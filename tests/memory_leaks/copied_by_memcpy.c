/* aver: property=valid-memtrack expect=TRUE */
// The last pointer is moved as bytes into memory that is tracked.
#include <stdlib.h>
#include <string.h>

static void *storage;

int main(void) {
  int *p = malloc(sizeof *p);
  storage = malloc(2 * sizeof p);
  memcpy((char *)storage + sizeof p, &p, sizeof p);
  return 0;
}
