/* aver: property=valid-free expect=FALSE at=10 */
// Some names are allocated, and one is a literal.
#include <stdlib.h>
#include <string.h>
static char *name(int n) { return n > 2 ? strdup("many") : "few"; }

int main(int argc, char **argv) {
  char *s = name(argc);
  if (s[0] == 'x') return 1;
  free(s);
  return 0;
}
