/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=13 args="-DROOM=5" */
/* A switch into the middle of a loop: the loop has several entries. */
#include <assert.h>
#ifndef ROOM
#define ROOM 6
#endif
static void copy(char *to, const char *from, int count) {
  int rounds = (count + 3) / 4;
  switch (count % 4) { case 0: do { *to++ = *from++;
  case 3: *to++ = *from++;
  case 2: *to++ = *from++;
  case 1: *to++ = *from++;
    } while (--rounds > 0);
  }
}

int main(void) {
  char to[ROOM];
  copy(to, "abcdef", 6);
  assert(to[0] == 'a' && to[5] == 'f');
  return 0;
}
