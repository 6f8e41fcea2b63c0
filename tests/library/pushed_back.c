/* aver: property=assert expect=TRUE */
// What is pushed back comes again, from that stream only.
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c = getchar();
  if (c == EOF || ungetc(c, stdin) == EOF)
    return 0;
  assert(getc(stdin) == c);
  if (ungetc('x', stdin) == 'x')
    assert(getchar() == 'x');
  return 0;
}
