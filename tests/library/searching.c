/* aver: property=assert,valid-deref expect=TRUE */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
  const char *text = "a needle in a haystack";
  assert(strchr(text, 'n') == text + 2 && strchr(text, 'z') == 0 && strchr(text, 0) == text + 22);
  assert(strrchr(text, 'a') == text + 19);
  assert(strstr(text, "needle") == text + 2 && strstr(text, "pin") == 0 && strstr(text, "") == text);
  assert(strpbrk(text, "xyz") == text + 16);
  assert(memchr(text, 'd', 22) == text + 5 && memchr(text, 'd', 3) == 0);
  assert(memrchr(text, 'n', 22) == text + 10);
  assert(memmem(text, 22, "hay", 3) == text + 14);
  return 0;
}
