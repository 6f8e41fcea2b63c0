/* aver: property=valid-deref expect=FALSE at=10 */
/* aver: property=valid-deref expect=TRUE args="-DALL" */
/* A format that wants more than it gets. */
#include <stdio.h>

int main(void) {
#ifdef ALL
  printf("%d of %d\n", 1, 2);
#else
  printf("%d of %d\n", 1);
#endif
  return 0;
}
