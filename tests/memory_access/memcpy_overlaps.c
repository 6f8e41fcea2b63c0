/* aver: property=valid-deref expect=FALSE at=10 */
/* aver: property=valid-deref expect=TRUE args=-DDISTANCE=4 */
// The regions share a byte, or touch.
#include <string.h>
#ifndef DISTANCE
#define DISTANCE 3
#endif
int main(void) {
  char buffer[8] = "abcd";
  memcpy(buffer + DISTANCE, buffer, 4);
  return buffer[7];
}
