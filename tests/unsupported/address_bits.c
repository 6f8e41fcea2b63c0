/* aver: property=assert expect=UNKNOWN reason="where objects lie" args="--memory objects" */
/* aver: property=assert expect=FALSE at=9 */
/* Whether the low half of an address is zero depends on where objects lie: no claim is made about it. */
#include <assert.h>

int main(int argc, char **argv) {
  char c = 1;
  char *p = &c;
  if ((unsigned)(unsigned long)p == 0) assert(p == 0);
  return 0;
}
