/* aver: property=valid-deref expect=FALSE at=11 */
/* A copy of any length whose terminator has no room: the run that shows it is a small one. */
#include <stdlib.h>
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

static char *duplicate(const char *from, unsigned long n) {
  char *p = malloc(n);
  if (!p) return 0;
  memcpy(p, from, n);
  p[n] = 0;
  return p;
}

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *from = malloc(n);
  if (!from) return 0;
  memset(from, 'x', n);
  free(duplicate(from, n));
  free(from);
  return 0;
}
