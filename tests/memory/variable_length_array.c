/* aver: property=assert,valid-deref expect=TRUE */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 5) return 0;
  int a[n];
  for (unsigned i = 0; i < n; i++) a[i] = i;
  assert(sizeof a == n * sizeof(int));
  assert(a[n - 1] == (int)n - 1);
  return 0;
}
