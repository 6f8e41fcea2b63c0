/* aver: property=valid-deref expect=UNKNOWN reason="not modelled exactly" */
/* aver: property=assert,valid-deref expect=TRUE args="-DROOM" */
/* The text of a float is unknown; how long it can be is known. */
#include <assert.h>
#include <stdio.h>

int main(void) {
#ifdef ROOM
  char text[400];
#else
  char text[8];
#endif
  int n = sprintf(text, "%f", 1.5);
  assert(n >= 1 && n < 400);
  return 0;
}
