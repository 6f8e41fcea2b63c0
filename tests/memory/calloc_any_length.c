/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert expect=FALSE:assert at=21 args="-DWRONG" */
/* Blocks of unknown size: zeroed, filled from the middle on, copied into one another. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned count = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
  __VERIFIER_assume(count > 0 && count < 1000000 && at < count);
  int *a = calloc(count, sizeof *a), *b = malloc(count * sizeof *b);
  if (!a || !b) return 0;
  assert(a[at] == 0);
  memset(a + count / 2, -1, (count - count / 2) * sizeof *a);
  memcpy(b, a, count * sizeof *b);
  assert(b[at] == (at < count / 2 ? 0 : -1));
#ifdef WRONG
  assert(b[at] == 0);
#endif
  free(a);
  free(b);
  return 0;
}
