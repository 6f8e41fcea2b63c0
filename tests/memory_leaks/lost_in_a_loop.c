/* aver: property=valid-memtrack expect=FALSE at=9 */
/* aver: property=valid-memtrack expect=TRUE args=-DKEEP */
/* The only pointer is overwritten in a loop. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int rounds;

int main(void) {
  char *p = malloc(10);
  while (__VERIFIER_nondet_int()) {
    rounds = (rounds + 1) & 0xffff;
#ifndef KEEP
    if (rounds == 3) p = 0;
#endif
  }
  free(p);
  return 0;
}
