/* aver: property=assert,valid-deref expect=TRUE */
#include <assert.h>
#include <time.h>

int main(void) {
  time_t stored, now = time(&stored);
  assert(now == stored);
  struct tm *parts = gmtime(&now);
  if (parts)
    assert(parts->tm_mon >= 0 && parts->tm_mon < 12 && parts->tm_mday >= 1 && parts->tm_mday <= 31);
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise) == 0)
    assert(precise.tv_nsec < 1000000000);
  return 0;
}
