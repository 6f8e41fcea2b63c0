/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
#include <assert.h>
#define _GNU_SOURCE
#include <string.h>

int main(void) {
  char to[8];
  assert(strcpy(to, "abc") == to && to[3] == 0);
  assert(strcmp(strcat(to, "def"), "abcdef") == 0);
  assert(strncat(to, "ghi", 1)[6] == 'g' && to[7] == 0);
  strncpy(to, "xy", sizeof to);
  assert(to[1] == 'y' && to[2] == 0 && to[7] == 0);
  strncpy(to, "0123456789", 4);
  assert(to[3] == '3' && to[4] == 0);
  assert(stpcpy(to, "end") == to + 3);
  assert(memccpy(to, "stop here", 'p', 8) == to + 4 && to[3] == 'p');
  return 0;
}
