/* aver: property=valid-deref expect=FALSE at=7 */
// The buffer is smaller than what is asked for.
#include <stdio.h>

int main(void) {
  char buffer[8];
  if (fread(buffer, 2, 5, stdin) == 5) return buffer[0];
  return 0;
}
