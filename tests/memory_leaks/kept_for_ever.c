/* aver: property=valid-memsafety expect=TRUE */
/* A program that does not end keeps its memory, and a pointer to it. */
#include <stdlib.h>
static char *ring;

int main(void) {
  ring = malloc(10);
  for (int k = 0;; k = k > 1000000 ? 0 : k + 1) ring[k % 10] = 1;
}
