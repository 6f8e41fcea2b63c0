/* aver: property=termination expect=FALSE at=9 */
/* Waiting for the clock ends, and then the program waits for something that does not come. */
#include <time.h>
int main(void) {
  int ready = 0;
  time_t end = time(0) + 2;
  while (time(0) < end) {
  }
  while (!ready) {
  }
  return 0;
}
