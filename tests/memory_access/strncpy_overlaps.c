/* aver: property=valid-deref expect=FALSE at=7 */
// The zeros that fill up the target would be written over the source.
#include <string.h>

int main(void) {
  char s[8] = {0, 0, 'x'};
  strncpy(s, s + 2, 6);
  return s[0];
}
