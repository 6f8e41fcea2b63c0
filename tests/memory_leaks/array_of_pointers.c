/* aver: property=valid-memtrack expect=TRUE */
/* aver: property=valid-memtrack expect=FALSE at=13 args=-DAGAIN */
// Pointers in a global array, at places that only the inputs tell.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int *table[4];

int main(void) {
  for (int i = 0; i < 2; i++) {
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= 4 || table[at] != NULL) return 0;
    table[at] = malloc(sizeof(int));
  }
#ifdef AGAIN
  table[__VERIFIER_nondet_uint() % 4] = NULL;
#endif
  return 0;
}
