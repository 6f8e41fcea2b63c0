/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=13 args="-DEXACT" */
/* C promises the sign of a comparison, and nothing more. */
#include <assert.h>
#include <string.h>

int main(void) {
  assert(strcmp("abc", "abd") < 0 && strcmp("b", "abc") > 0 && strcmp("same", "same") == 0);
  assert(strncmp("abX", "abY", 2) == 0 && strcasecmp("HeLLo", "hEllO") == 0);
  assert(memcmp("a\0c", "a\0b", 3) > 0 && memcmp("a", "b", 0) == 0);
  assert(strcmp("\xff", "a") > 0);
#ifdef EXACT
  assert(strcmp("a", "b") == -1);
#endif
  return 0;
}
