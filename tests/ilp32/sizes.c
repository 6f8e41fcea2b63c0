/* aver: property=assert expect=TRUE data-model=ILP32 args=-DLONG=4 */
/* aver: property=assert expect=TRUE data-model=LP64 args=-DLONG=8 */
/* aver: property=assert expect=FALSE at=8 args=-DLONG=4 */
#include <assert.h>
#include <stddef.h>

int main(void) {
  assert(sizeof(long) == LONG);
  assert(sizeof(void *) == LONG && sizeof(size_t) == LONG);
  assert(sizeof(int) == 4 && sizeof(long long) == 8 && sizeof(short) == 2);
  int a[3];
  assert((char *)(a + 1) - (char *)a == 4);
  return 0;
}
