/* aver: property=valid-deref,valid-free expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=13 args="-DUNCHECKED" */
/* aver: property=valid-deref,valid-free expect=FALSE:valid-deref at=16 args="-DCLOSED" */
/* A file may not open; one that is closed is gone. */
#include <stdio.h>

int main(void) {
  FILE *file = fopen("data", "r");
#ifndef UNCHECKED
  if (!file)
    return 1;
#endif
  int c = fgetc(file);
  fclose(file);
#ifdef CLOSED
  c = fgetc(file);
#endif
  fprintf(stderr, "%d\n", c);
  return 0;
}
