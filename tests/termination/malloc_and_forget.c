/* aver: property=termination expect=FALSE at=5 */
/* Each iteration allocates and forgets; the rest of the state repeats. */
#include <stdlib.h>
int main(void) {
  while (malloc(1)) {
  }
  return 0;
}
