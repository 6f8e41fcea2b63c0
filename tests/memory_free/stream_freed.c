/* aver: property=valid-free expect=FALSE at=8 */
// Closing twice.
#include <stdio.h>

int main(void) {
  FILE *f = tmpfile();
  if (f != NULL && fclose(f) == 0)
    fclose(f);
  return 0;
}
