/* aver: property=termination expect=FALSE at=7 */
/* Clocks and random numbers are only added up. */
#include <time.h>
int main(void) {
  unsigned long sum = 0;
  while (1) {
    sum += (unsigned long)time(0);
  }
}
