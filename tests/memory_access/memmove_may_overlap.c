/* aver: property=valid-deref,assert expect=TRUE */
// `memmove` is made for regions that overlap.
#include <assert.h>
#include <string.h>

int main(void) {
  char s[] = "abcdef";
  memmove(s + 1, s, 5);
  assert(s[0] == 'a' && s[1] == 'a' && s[5] == 'e');
}
