/* aver: property=assert expect=FALSE at=12 */
/* Of four bytes only one was written. */
#include <assert.h>

int main(void) {
  union {
    unsigned whole;
    unsigned char byte;
  } u;
  u.byte = 1;
  assert((u.whole & 0xFF) == 1);
  assert(u.whole == 1);
  return 0;
}
