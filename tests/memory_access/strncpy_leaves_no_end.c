/* aver: property=valid-deref expect=FALSE at=8 */
// `strncpy` fills the array and writes no zero, so `strlen` reads on.
#include <string.h>

int main(void) {
  char to[4];
  strncpy(to, "long text", sizeof to);
  return (int)strlen(to);
}
