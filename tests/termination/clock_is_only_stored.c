/* aver: property=termination expect=FALSE at=7 */
/* The time is read and stored in each iteration and decides nothing. */
#include <time.h>
int main(void) {
  volatile time_t last = 0;
  while (1) {
    time_t now = time(0);
    last = now;
  }
  return 0;
}
