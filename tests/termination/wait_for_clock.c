/* aver: property=termination expect=UNKNOWN reason=time */
/* Time passes: a clock that stands still is no reason for an endless run. That it ends is not proved either. */
#include <time.h>
int main(void) {
  time_t start = time(0);
  while (time(0) <= start) {
  }
  return 0;
}
