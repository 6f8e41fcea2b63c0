/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=13 args="-DWRONG" */
// difftime is the difference as a double, rounded once; times are not known.
#include <assert.h>
#include <time.h>

int main(void) {
  time_t a = time(NULL), b = time(NULL);
  assert(difftime(a, a) == 0 && difftime(a, b) == -difftime(b, a));
  assert(a < b ? difftime(b, a) > 0 : difftime(b, a) <= 0);
  assert(difftime(5, 3) == 2);
#ifdef WRONG
  assert(difftime(b, a) == 0);
#endif
  return 0;
}
