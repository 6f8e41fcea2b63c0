/* aver: property=assert expect=TRUE data-model=LP64 args=-DOFFSET=48 */
/* aver: property=assert expect=TRUE data-model=ILP32 args=-DOFFSET=32 */
/* aver: property=assert expect=FALSE at=18 data-model=ILP32 args=-DOFFSET=48 */
/* A long long is aligned to 4 bytes in the 32-bit data model. */
#include <assert.h>
#include <stddef.h>

struct cell {
  char mark;
  long long value;
};
struct row {
  int length;
  struct cell cells[10];
};

int main(void) {
  assert(offsetof(struct row, cells[2].value) == OFFSET);
  return 0;
}
