/* aver: property=assert expect=TRUE data-model=ILP32 */
/* `__int128` is not of i386, but what it means is plain. */
#include <assert.h>
int main(void) {
  unsigned __int128 x = 1;
  x <<= 100;
  assert((x >> 99) == 2);
  return 0;
}
