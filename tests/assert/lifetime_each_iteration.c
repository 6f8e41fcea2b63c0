/* aver: property=assert expect=FALSE at=9 */
/* A local of a loop body is a new one in each iteration. */
#include <assert.h>

int main(void) {
  for (int i = 0; i < 3; i++) {
    int fresh;
    if (i == 0) fresh = 7;
    assert(fresh == 7);
  }
  return 0;
}
