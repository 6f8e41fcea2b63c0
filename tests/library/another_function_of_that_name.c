/* aver: property=assert expect=FALSE at=8 */
/* A declaration of another type is another function, without a body: its result is any value. */
#include <assert.h>
extern int read(void);

int main(void) {
  int x = read();
  assert(x != 5);
  return 0;
}
