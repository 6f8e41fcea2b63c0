/* aver: property=valid-deref expect=FALSE at=12 */
/* aver: property=valid-deref expect=TRUE args=-DLAST=8 */
/* An index that leaves one object does not reach the next one. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#ifndef LAST
#define LAST 9
#endif
static void set(char *bytes) {
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < LAST)
    bytes[i] = 1;
}
int main(void) {
  char *before = NULL;
  while (__VERIFIER_nondet_int()) {
    char *n = malloc(8);
    set(n);
    if (before) before[7] = 2;
    before = n;
  }
  return 0;
}
