/* aver: property=valid-memtrack,valid-memcleanup expect=TRUE */
// In each iteration one of two ways is taken, and both free.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(4);
    n++;
    if (n != 100000) {
      free(p);
    } else {
      *p = 1;
      free(p);
    }
  }
  return 0;
}
