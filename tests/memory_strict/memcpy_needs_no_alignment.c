/* aver: property=no-misaligned-access,assert expect=TRUE */
// The portable way to read an int from anywhere.
#include <assert.h>
#include <string.h>

int main(void) {
  unsigned char bytes[] = {9, 1, 0, 0, 0};
  int x;
  memcpy(&x, bytes + 1, sizeof x);
  assert(x == 1);
}
