/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=10 args="-DWRONG" */
/* aver: property=assert expect=UNKNOWN reason="__strtok_internal" args="-DLIBRARY" */
/* Kernels use names that C reserves: what such a program declares itself is its own, unless the library has one like it. */
#include <assert.h>
extern unsigned __raw_read(unsigned long address);
extern char *__strtok_internal(char *text);
int main(void) {
#ifdef WRONG
  assert(__raw_read(4) < 100);
#endif
#ifdef LIBRARY
  __strtok_internal(0);
#endif
  assert((__raw_read(8) & 7) < 8);
  return 0;
}
