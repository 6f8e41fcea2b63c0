/* aver: property=assert expect=UNKNOWN reason="widens a negative atomic integer" args=-DSTART=-4 */
/* aver: property=no-overflow expect=TRUE args=-DSTART=4 */
/* aver: property=assert expect=TRUE args="-DSTART=200 -DTYPE=char" */
/* clang 19 widens every atomic integer with zeros, and so computes -4 / 2 = 126 here. */
#include <assert.h>
#ifndef TYPE
#define TYPE signed char
#else
#undef TYPE
#define TYPE unsigned char
#endif
int main(void) {
  _Atomic TYPE c = START;
  c /= 2;
  assert(c == START / 2);
  return 0;
}
