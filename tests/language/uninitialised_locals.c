/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args="-DWRONG" */
/* A local that is not written has some value, which stays what it is. Each round of a loop makes a new one. */
#include <assert.h>

int main(void) {
  int x, a[3];
  unsigned char c;
  assert(x == x && (x | 1) != 0 && c < 256 && a[1] == a[1]);
  int first = 0;
  for (int i = 0; i < 2; i++) {
    int y;
    if (i == 0) first = y;
#ifdef WRONG
    assert(i == 0 || y == first);
#endif
  }
  return 0;
}
