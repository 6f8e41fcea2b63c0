/* aver: property=assert,valid-deref expect=TRUE */
// Whatever the text is, `strtol` stops inside of it.
#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[4], *end;
  for (int i = 0; i < 3; i++)
    text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  long value = strtol(text, &end, 10);
  assert(end >= text && end <= text + 3 && value >= -99 && value <= 999);
  assert(end != text || value == 0);
  return 0;
}
