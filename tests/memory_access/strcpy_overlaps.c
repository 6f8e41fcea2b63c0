/* aver: property=valid-deref expect=FALSE at=7 */
// Moving a string to the left by `strcpy` works on many systems, and is undefined on all.
#include <string.h>

int main(void) {
  char s[] = "  text";
  strcpy(s, s + 2);
  return s[0];
}
