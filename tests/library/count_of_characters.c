/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=10 args="-DNOWHERE" */
/* `%n` stores how much was shown so far. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  int count = -1;
#ifdef NOWHERE
  printf("%n", (int *)0);
#endif
  assert(printf("four%n!", &count) == 5 && count == 4);
  return 0;
}
