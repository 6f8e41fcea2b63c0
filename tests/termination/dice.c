/* aver: property=termination expect=FALSE at=7 */
/* A random number is read and plays no part. */
#include <stdlib.h>
int main(void) {
  int sum = 0;
  unsigned n = 1;
  while (n != 0) {
    sum = rand() % 6;
    n += 2;
  }
  return sum;
}
