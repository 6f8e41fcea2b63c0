/* aver: property=valid-memtrack expect=TRUE */
/* aver: property=valid-memtrack expect=FALSE at=17 args=-DOVERWRITE */
// The pointer is a variable of `main`, and a callee of its callee ends the program.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void deeper(int n) {
  if (n == 3) abort();
}
static void deep(int n) {
  int local = n + 1;
  deeper(local);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(sizeof *p);
  if (n < 10 && n > -10) {
#ifdef OVERWRITE
    int *q = p;
    p = NULL;
    q = NULL;
#endif
    deep(n);
#ifdef OVERWRITE
    return 0;
#endif
  }
  free(p);
  return 0;
}
