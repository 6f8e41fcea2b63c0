/* aver: property=assert expect=TRUE args="-DC=1" */
/* aver: property=assert expect=FALSE at=12 args="-DC=0" */
/* aver: property=assert expect=FALSE at=12 args="-DC=c" */
/* From a truth value to a float and back; one that is not written may be either. */
#include <assert.h>

int main(void) {
  _Bool c;
  double b;
  c = C;
  b = c;
  assert(b != 0.0);
  c = b;
  assert(c && (_Bool)0.1f && !(_Bool)-0.0);
  return 0;
}
