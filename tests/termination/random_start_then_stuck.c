/* aver: property=termination expect=FALSE at=6 */
/* A random number decides once whether the loop is entered, and nothing after that. */
#include <stdlib.h>
int main(void) {
  int x = rand() % 10;
  while (x == 3) {
  }
  return 0;
}
