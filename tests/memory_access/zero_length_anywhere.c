/* aver: property=valid-deref expect=TRUE */
// Copying nothing touches nothing, just behind the end as well.
#include <string.h>

int main(void) {
  char a[2] = "a", b[2];
  memcpy(b + 2, a, 0);
  memset(a + 2, 1, 0);
  memcpy(b, a, 2);
  return b[0];
}
