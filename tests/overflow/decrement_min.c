/* aver: property=no-overflow expect=FALSE at=8 */
/* A countdown that does not stop at zero. */
#include <limits.h>

int main(void) {
  int n = INT_MIN + 3;
  for (int i = 0; i < 4; i++)
    n--;
  return n;
}
