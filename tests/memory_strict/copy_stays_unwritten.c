/* aver: property=no-uninitialised expect=FALSE at=12 */
// Copying memory that was never written is fine, and does not write it.
#include <string.h>

int main(void) {
  int from[2], to[2];
  from[0] = 1;
  memcpy(to, from, sizeof to);
  if (to[0] != 1)
    return 0;
  // from[1] was never written, and so was to[1] not either.
  return to[1];
}
