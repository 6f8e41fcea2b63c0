/* aver: property=assert expect=FALSE at=9 */
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *other = fopen("other", "r");
  if (other == NULL || ungetc('x', stdin) == EOF)
    return 0;
  // Nothing was pushed back there.
  assert(getc(other) == 'x');
  return 0;
}
