/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=14 args="-DUNCHECKED" */
/* A variable of the environment may not be there, and is as long as it likes. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *home = getenv("HOME");
#ifndef UNCHECKED
  if (home == 0)
    return 0;
#endif
  char first = home[0];
  assert(first == home[0]);
  assert(strlen(home) < 100);
  return 0;
}
