/* aver: property=valid-deref expect=FALSE at=11 */
/* aver: property=valid-deref expect=TRUE args="-DFITS" */
/* What is written out must be there. */
#include <unistd.h>

int main(void) {
  char buffer[8] = "1234567";
#ifdef FITS
  return write(1, buffer, 8) < 0;
#else
  return write(1, buffer, 9) < 0;
#endif
}
