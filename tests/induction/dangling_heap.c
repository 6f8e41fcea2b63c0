/* Memory that was freed in an earlier iteration is not the memory that this iteration allocates. */
/* aver: property=valid-deref expect=FALSE at=12 args="--engine kiki" */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *kept = 0;
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    char *p = malloc(n + 1);
    if (kept && n == 5)
      kept[0] = 1;
    p[n] = 0;
    if (n == 4)
      kept = p;
    free(p);
    n = n == 100000 ? 0 : n + 1;
  }
  return 0;
}
