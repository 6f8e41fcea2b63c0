/* aver: property=assert expect=TRUE */
/* One character can always be pushed back into a stream that is read. */
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c = getchar();
  if (c != EOF) assert(ungetc(c, stdin) == c && getchar() == c);
  return 0;
}
