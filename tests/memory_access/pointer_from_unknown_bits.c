/* aver: property=valid-deref expect=FALSE at=8 */
// A pointer that was never set points anywhere.
#include <stdlib.h>

int main(void) {
  int **slots = malloc(2 * sizeof *slots);
  slots[0] = 0;
  **(slots + 1) = 1;
  free(slots);
  return 0;
}
