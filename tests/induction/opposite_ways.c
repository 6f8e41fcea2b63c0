/* Two indices that walk towards each other. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=12 args=-DWRONG */
#include <assert.h>

int main(void) {
  int low = 0, high = 999;
  while (low < high) {
    low++;
    high--;
#ifdef WRONG
    assert(low < 4);
#else
    assert(low + high == 999);
#endif
  }
  return 0;
}
