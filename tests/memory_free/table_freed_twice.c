/* aver: property=valid-free expect=FALSE at=12 */
// Two entries of a table are the same object.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char *table[3];
  for (int i = 0; i < 3; i++) table[i] = malloc(1);
  unsigned i = __VERIFIER_nondet_uint() % 3;
  free(table[2]);
  table[2] = table[i];
  for (int k = 0; k < 3; k++) free(table[k]);
  return 0;
}
