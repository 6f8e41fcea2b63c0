/* aver: property=assert expect=TRUE */
// A process keeps its number and its user.
#include <assert.h>
#include <unistd.h>
int main(void) {
  assert(getpid() == getpid() && getpid() > 0);
  assert(getuid() == getuid() && getegid() == getegid());
  return 0;
}
