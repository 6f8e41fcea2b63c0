/* aver: property=valid-deref,valid-free expect=TRUE */
// The flag says whether the memory is alive. It changes behind more iterations than are unrolled.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(1);
  int freed = 0;
  unsigned n = 0;
  if (p == NULL)
    return 0;
  while (__VERIFIER_nondet_int()) {
    n++;
    if (n == 100001 && !freed) {
      free(p);
      freed = 1;
    }
    if (!freed)
      *p = 1;
  }
  return 0;
}
