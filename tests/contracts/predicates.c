/* aver: property=assert,assigns,valid-deref expect=TRUE args="--enforce-contract length" */
/* aver: property=assert expect=TRUE args="--enforce-contract twice --replace-call-with-contract length -DTWICE" */
/* aver: property=assert expect=FALSE at=13 args="--enforce-contract length -DNULL_TOO" */
/* A predicate makes what its caller's pointer leads to; a pointer may also be null, where the contract says so. */
#include <stddef.h>

_Bool text(const char *s, size_t n) {
  return 0 < n && n < 4 && __CPROVER_is_fresh(s, n);
}

size_t length(const char *s, size_t n)
__CPROVER_requires(s == NULL || text(s, n))
__CPROVER_ensures(__CPROVER_return_value <= n);

size_t length(const char *s, size_t n) {
#ifdef NULL_TOO
  if (s == NULL) return n + 1;
#else
  if (s == NULL) return 0;
#endif
  size_t i = 0;
  while (i < n && s[i]) i++;
  return i;
}

size_t twice(const char *s, size_t n)
__CPROVER_requires(text(s, n))
__CPROVER_ensures(__CPROVER_return_value <= 2 * n);

size_t twice(const char *s, size_t n) { return length(s, n) + length(s, n); }

int main(void) {
  const char *s;
  size_t n;
#ifndef TWICE
  length(s, n);
#else
  twice(s, n);
#endif
  return 0;
}
