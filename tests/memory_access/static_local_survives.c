/* aver: property=valid-deref,assert expect=TRUE */
// The same, with a variable that lives for ever.
#include <assert.h>
static char *name(int n) {
  static char text[8] = "n0";
  text[1] = (char)('0' + n);
  return text;
}

int main(void) {
  char *first = name(1);
  name(2);
  assert(first[1] == '2');
}
