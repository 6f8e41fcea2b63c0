/* aver: property=valid-deref expect=FALSE at=17 */
/* aver: property=valid-deref expect=FALSE at=15 args="-DCAT" */
/* aver: property=valid-deref expect=TRUE args="-DFITS" */
/* The NUL at the end needs room, too. */
#include <string.h>

int main(void) {
#ifdef FITS
  char to[5];
#else
  char to[4];
#endif
#ifdef CAT
  strcpy(to, "ab");
  strcat(to, "cd");
#else
  strcpy(to, "abcd");
#endif
  return to[0];
}
