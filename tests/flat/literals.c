/* aver: property=assert expect=FALSE at=12 */
/* aver: property=assert expect=TRUE args="-DOTHER" */
/* One string literal may be the end of another one (C 6.4.5p7), and compilers do that. */
#include <assert.h>

int main(void) {
#ifdef OTHER
  const char *whole = "a tail", *part = "other";
#else
  const char *whole = "a tail", *part = "tail";
#endif
  assert(whole + 2 != part);
  return 0;
}
