/* aver: property=assert expect=TRUE */
/* A call that fails says why; one that works leaves the number alone. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  assert(errno == 0);
  int file = open("data", O_RDONLY);
  if (file < 0)
    assert(errno > 0);
  else
    assert(errno == 0);
  return 0;
}
