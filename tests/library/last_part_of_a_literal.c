/* aver: property=valid-deref,assert expect=TRUE */
// `strsep` writes where a separator stands, and nothing where the string ends.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <string.h>
int main(void) {
  char *rest = "abc";
  char *part = strsep(&rest, ",");
  assert(strcmp(part, "abc") == 0 && rest == NULL);
  assert(strsep(&rest, ",") == NULL);
  return 0;
}
