/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=15 */
/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=15 args="-DFAR" */
/* Behind an object there need not be another one. */
#include <stdint.h>

char a[4], b[4];

int main(void) {
#ifdef FAR
  uintptr_t number = (uintptr_t)a + 1000;
#else
  uintptr_t number = (uintptr_t)a + 4;
  if ((uintptr_t)b == number) return 0;
#endif
  *(char *)number = 1;
  return 0;
}
