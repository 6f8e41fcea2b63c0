/* aver: property=assert,valid-deref expect=TRUE */
#include <assert.h>
#include <string.h>

int main(void) {
  char text[8] = "abc";
  assert(strlen(text) == 3 && strlen("") == 0);
  assert(strnlen(text, 2) == 2 && strnlen(text, 9) == 3);
  assert(strspn("aabbc", "ab") == 4 && strcspn("hello, world", ", ") == 5);
  return 0;
}
