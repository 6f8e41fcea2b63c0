/* aver: property=valid-deref expect=FALSE at=9 */
// The address of a variable is no function.
#include <stdint.h>
static int data = 1;
typedef int function(void);

int main(void) {
  function *f = (function *)(uintptr_t)&data;
  return f();
}
