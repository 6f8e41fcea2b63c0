/* aver: property=assert,valid-deref expect=TRUE */
/* Text in memory is read exactly. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int a, b;
  unsigned h;
  char word[10], c;
  assert(sscanf("12 -7 rest", "%d%d", &a, &b) == 2 && a == 12 && b == -7);
  assert(sscanf("key=ff;", "%9[^=]=%x%c", word, &h, &c) == 3);
  assert(strcmp(word, "key") == 0 && h == 255 && c == ';');
  assert(sscanf("x", "%d", &a) == 0 && sscanf("", "%d", &a) == EOF && a == 12);
  assert(sscanf("10:20", "%d:%*d%n", &a, &b) == 1 && a == 10 && b == 5);
  return 0;
}
