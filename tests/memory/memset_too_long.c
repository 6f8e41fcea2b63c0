/* aver: property=valid-deref expect=FALSE at=6 */
#include <string.h>

int main(void) {
  int a[4];
  memset(a, 0, sizeof a + 1);
  return a[0];
}
