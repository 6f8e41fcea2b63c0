/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=11 args="-DEVEN" */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(1);
  int r = rand();
  assert(r >= 0 && r <= RAND_MAX);
#ifdef EVEN
  assert(r % 2 == 0);
#endif
  return 0;
}
