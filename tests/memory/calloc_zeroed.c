/* aver: property=assert,valid-deref,valid-free expect=TRUE */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned *p = calloc(6, sizeof *p);
  unsigned i = __VERIFIER_nondet_uint() % 6;
  assert(p[i] == 0);
  p[i] = i + 1;
  unsigned sum = 0;
  for (int k = 0; k < 6; k++) sum += p[k];
  assert(sum == i + 1);
  free(p);
  return 0;
}
