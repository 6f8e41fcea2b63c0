/* aver: property=termination expect=FALSE at=7 */
/* A server that never stops. */
#include <stdio.h>
int main(void) {
  unsigned count = 0;
  for (;;) {
    printf("%u\n", count);
    count++;
  }
}
