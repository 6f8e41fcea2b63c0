/* aver: property=valid-deref expect=FALSE at=8 */
// The bytes of a function are no object.
#include <stdint.h>
static int f(void) { return 1; }

int main(void) {
  unsigned char *code = (unsigned char *)(uintptr_t)f;
  return code[0];
}
