/* aver: property=valid-deref expect=FALSE at=9 */
/* aver: property=valid-deref expect=TRUE args=-DOTHER */
// A string is appended to itself: its end moves ahead of what is read.
#include <string.h>

int main(void) {
  char s[16] = "ab", other[] = "ab";
#ifndef OTHER
  strcat(s, s);
#else
  strcat(s, other);
#endif
  return s[2];
}
