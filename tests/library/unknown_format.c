/* aver: property=assert,valid-deref expect=TRUE */
/* The format need not be a constant. */
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const char *formats[] = {"%d", "<%d>"};
  int i = __VERIFIER_nondet_int() & 1;
  char text[8];
  int n = snprintf(text, sizeof text, formats[i], 5);
  assert(n == (i ? 3 : 1) && text[0] == (i ? '<' : '5'));
  return 0;
}
