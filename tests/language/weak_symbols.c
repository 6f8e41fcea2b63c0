/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=13 args="-DCALL" */
/* A weak symbol that nobody defines has the null address. */
#include <assert.h>

extern int hook(int) __attribute__((weak));
extern int table[] __attribute__((weak));
__attribute__((weak)) int defined(void) { return 4; }

int main(void) {
  assert(hook == 0 && table == 0 && defined() == 4);
#ifdef CALL
  return hook(1);
#endif
  return hook ? hook(1) : 0;
}
