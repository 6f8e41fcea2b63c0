/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert expect=FALSE at=13 args="-DTHREE" */
/* Two unknown characters make a number of at most two digits. */
#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  int n = atoi(text);
  assert(n >= -9 && n <= 99);
#ifdef THREE
  assert(n != 73);
#endif
  return 0;
}
