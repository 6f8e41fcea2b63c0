/* aver: property=assert expect=TRUE */
/* A program's own function, although the C library has one of that name. */
#include <assert.h>

int abs(int x) {
  return x < 0 ? 7 : 8;
}

int main(void) {
  assert(abs(-3) == 7 && abs(3) == 8);
  return 0;
}
