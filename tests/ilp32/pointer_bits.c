/* aver: property=assert expect=TRUE data-model=LP64 args=-DWIDTH=8 */
/* aver: property=assert expect=TRUE data-model=ILP32 args=-DWIDTH=4 */
/* A pointer in memory, taken apart and put together. */
#include <assert.h>
#include <string.h>

int main(void) {
  int target = 3;
  int *p = &target, *q;
  unsigned char bytes[sizeof p];
  assert(sizeof bytes == WIDTH);
  memcpy(bytes, &p, sizeof p);
  memcpy(&q, bytes, sizeof q);
  *q = 4;
  assert(target == 4 && p == q);
  return 0;
}
