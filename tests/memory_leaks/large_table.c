/* aver: property=valid-memtrack expect=TRUE */
// A table that is too large to look at place by place.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static char *table[500];

int main(void) {
  unsigned at = __VERIFIER_nondet_uint();
  if (at >= 500) return 0;
  table[at] = malloc(1);
  table[(at + 1) % 500] = malloc(2);
  return 0;
}
