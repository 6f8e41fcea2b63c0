/* aver: property=termination expect=UNKNOWN reason="cut off" args="--unwind 8" */
/* An odd time comes sooner or later. */
#include <time.h>
int main(void) {
  unsigned long sum = 0;
  while ((unsigned long)time(0) % 2 == 0) {
    sum++;
  }
  return 0;
}
