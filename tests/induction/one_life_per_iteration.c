/* aver: property=valid-deref,valid-free expect=TRUE args="--engine kiki" */
/* aver: property=valid-deref,valid-free expect=FALSE:valid-deref at=15 args=-DWRONG */
/* Memory that is allocated and freed in each iteration. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int total = 0;
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(sizeof *p);
    *p = 1;
#ifdef WRONG
    if (total == 2)
      free(p);
    total ^= *p;
    if (total == 2)
      return 0;
    total++;
#else
    total ^= *p;
    free(p);
#endif
  }
  return total != 0;
}
