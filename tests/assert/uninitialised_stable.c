/* aver: property=assert expect=TRUE */
/* A local that was never written has one unknown value, not a new one at each look. */
#include <assert.h>

int main(void) {
  int u;
  int a = u, b = u;
  assert(a == b);
  if (u > 5) assert(u > 4);
  unsigned char bytes[2];
  unsigned sum = bytes[0] + bytes[1];
  assert(sum == bytes[1] + (unsigned)bytes[0]);
  return 0;
}
