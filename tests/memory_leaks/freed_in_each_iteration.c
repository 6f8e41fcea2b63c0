/* aver: property=valid-memsafety,valid-memcleanup expect=TRUE */
/* aver: property=valid-memtrack expect=FALSE at=10 args=-DFORGET */
/* Allocated in a loop without bound, and freed on both ways through it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rounds = 0;
  while (__VERIFIER_nondet_int()) {
    char *p = malloc(10);
    p[3] = 1;
    if (__VERIFIER_nondet_int()) {
#ifdef FORGET
      if (rounds == 2) return 1;
#endif
      free(p);
      rounds++;
      continue;
    }
    p[4] = 2;
    free(p);
  }
  return 0;
}
