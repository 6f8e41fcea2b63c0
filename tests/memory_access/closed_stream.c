/* aver: property=valid-deref,valid-free expect=FALSE:valid-deref at=9 */
// A stream is gone when it was closed.
#include <stdio.h>

int main(void) {
  FILE *f = fopen("name", "w");
  if (f == NULL) return 0;
  fclose(f);
  fputs("text", f);
  return 0;
}
