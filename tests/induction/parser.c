/* Brackets that are open are never fewer than none. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=23 args=-DWRONG */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);
int main(void) {
  int depth = 0;
  char c;
  while ((c = __VERIFIER_nondet_char()) != 0) {
    if (c == '(') {
      if (depth == 100)
        break;
      depth++;
    }
    if (c == ')') {
#ifndef WRONG
      if (depth == 0)
        break;
#endif
      depth--;
    }
    assert(depth >= 0);
    if (depth < 0)
      break;
  }
  return 0;
}
