/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=10 args=-DSIZE=5 */
/* A copy loop needs room for the zero at the end, too. */
#include <assert.h>
#ifndef SIZE
#define SIZE 6
#endif

static void copy(char *to, const char *from) {
  while ((*to++ = *from++))
    ;
}

int main(void) {
  char buffer[SIZE];
  copy(buffer, "hello");
  assert(buffer[0] == 'h' && buffer[4] == 'o' && buffer[SIZE - 1] == 0);
  return 0;
}
