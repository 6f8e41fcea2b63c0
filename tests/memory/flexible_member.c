/* aver: property=assert,valid-deref,valid-free expect=TRUE */
#include <assert.h>
#include <stdlib.h>

struct text {
  unsigned length;
  char letters[];
};

int main(void) {
  struct text *t = malloc(sizeof *t + 5);
  t->length = 5;
  for (unsigned i = 0; i < t->length; i++) t->letters[i] = 'a' + i;
  assert(t->letters[4] == 'e' && t->length == 5);
  free(t);
  return 0;
}
