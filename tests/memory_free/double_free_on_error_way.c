/* aver: property=valid-free expect=FALSE at=18 */
/* aver: property=valid-free expect=TRUE args=-DRESET */
// The error way frees, and the common end frees again unless the pointer was reset.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p), result = 0;
  if (__VERIFIER_nondet_int() == 77) {
    free(p);
#ifdef RESET
    p = NULL;
#endif
    result = 1;
    goto end;
  }
end:
  free(p);
  return result;
}
