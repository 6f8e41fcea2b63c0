/* aver: property=termination expect=UNKNOWN reason="which a program may wait for" args="--unwind 8" */
/* Whether it goes on is the clock's choice. */
#include <time.h>
static void f(int n) {
  if (time(0) < 100000) f(n);
}
int main(void) {
  f(1);
  return 0;
}
