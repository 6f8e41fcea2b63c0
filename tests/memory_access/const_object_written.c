/* aver: property=valid-deref expect=FALSE at=9 */
// Casting `const` away does not make a constant object writable.
#include <string.h>
static const int limits[2] = {1, 2};

int main(void) {
  int *p = (int *)limits;
  if (*p == 1)
    memset(p, 0, sizeof limits);
  return 0;
}
