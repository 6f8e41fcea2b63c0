/* aver: property=valid-memtrack expect=UNKNOWN reason="kept in pieces" */
/* aver: property=valid-memtrack expect=FALSE at=17 args=-DAPART */
// The only pointer is written byte by byte, which is not followed; with APART no eight bytes in a row are a pointer.
#include <stdlib.h>

static unsigned char bytes[16];

int main(void) {
  union {
    void *pointer;
    unsigned char bytes[8];
  } u;
  int step = 1;
#ifdef APART
  step = 2;
#endif
  u.pointer = malloc(1);
  for (int i = 0; i < 8; i++) bytes[step * i] = u.bytes[i];
  return 0;
}
