/* aver: property=assert,valid-deref expect=TRUE files="unsized_elsewhere_definition.c" */
/* aver: property=valid-deref expect=FALSE at=12 args="-DINDEX=3" files="unsized_elsewhere_definition.c" */
/* What one file declares without a size has the size that another gives it. */
#include <assert.h>
#ifndef INDEX
#define INDEX 2
#endif
extern int list[];

int main(void) {
  int i = INDEX;
  assert(list[i] == 5);
  return 0;
}
