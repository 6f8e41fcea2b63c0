/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=11 args="-DLARGE" */
/* aver: property=assert expect=FALSE at=19 args="-DKNOWN" */
/* What `read` delivers is unknown, and at most what was asked for. */
#include <assert.h>
#include <unistd.h>

int main(void) {
  char buffer[8] = {0};
#ifdef LARGE
  ssize_t n = read(0, buffer, sizeof buffer + 1);
#else
  ssize_t n = read(0, buffer, sizeof buffer);
#endif
  assert(n >= -1 && n <= (ssize_t)sizeof buffer + 1);
  if (n >= 0 && n < 4)
    assert(buffer[7] == 0);
#ifdef KNOWN
  assert(n < 4 || buffer[3] != 'x');
#endif
  return 0;
}
