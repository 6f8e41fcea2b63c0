/* aver: property=no-misaligned-access expect=FALSE at=11 */
/* aver: property=no-misaligned-access expect=TRUE args=-DAT=4 */
// An int at an odd place of a buffer.
#include <stdlib.h>
#ifndef AT
#define AT 1
#endif
int main(void) {
  char *buffer = calloc(8, 1);
  int *p = (int *)(buffer + AT);
  *p = 3;
  free(buffer);
  return 0;
}
