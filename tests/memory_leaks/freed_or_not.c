/* aver: property=valid-memsafety,valid-memcleanup expect=TRUE */
/* aver: property=valid-memcleanup expect=FALSE at=13 args=-DNEVER */
/* Whether the buffer is still there is known by a flag of the program's, and by one of ours. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void release(int *p, int *held) {
  if (*held) free(p);
  *held = 0;
}

int main(void) {
  int *p = malloc(sizeof *p), held = 1;
  while (__VERIFIER_nondet_int()) {
    if (held) *p = 1;
#ifndef NEVER
    if (__VERIFIER_nondet_int()) release(p, &held);
#endif
  }
#ifndef NEVER
  release(p, &held);
#endif
  return 0;
}
