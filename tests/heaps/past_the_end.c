/* aver: property=assert,valid-deref expect=TRUE args="--engine kiki" */
/* aver: property=valid-deref expect=FALSE at=12 args="--engine kiki -DAT=0" */
/* A pointer one past the end of a member is kept. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *end = 0;
  while (__VERIFIER_nondet_int()) {
#ifdef AT
    if (end) end[AT] = 2;
#endif
    if (end) assert(end[-1] == 1);
    int *block = malloc(2 * sizeof *block);
    block[1] = 1;
    end = block + 2;
  }
  return 0;
}
