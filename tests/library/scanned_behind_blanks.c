/* aver: property=assert expect=TRUE */
// A blank in the format leaves no blank for what follows.
#include <assert.h>
#include <stdio.h>
int main(void) {
  char c = 'a', text[4];
  if (scanf(" %c", &c) == 1)
    assert(c != ' ' && c != '\n');
  if (scanf("\n%3[^x]", text) == 1)
    assert(text[0] != '\t' && text[0] != 'x' && text[0] != 0);
  return 0;
}
