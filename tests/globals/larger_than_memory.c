/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=11 args=-DBEYOND */
/* Only what is not zero takes memory. */
#include <assert.h>
#define SIZE (1ul << 36)
static char cells[SIZE] = {1, 2};
int main(void) {
  assert(cells[1] == 2 && cells[SIZE / 2] == 0);
  cells[SIZE - 1] = 3;
#ifdef BEYOND
  cells[SIZE] = 3;
#endif
  return 0;
}
