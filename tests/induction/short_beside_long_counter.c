/* aver: property=assert expect=FALSE at=11 */
// The iterations that are left out wrap the shorter counter around.
#include <assert.h>
int main(void) {
  unsigned short s = 0;
  unsigned i = 0;
  while (i < 70000) {
    s++;
    i++;
  }
  assert(s == 70000);
  return 0;
}
