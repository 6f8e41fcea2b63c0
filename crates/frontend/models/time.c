// Models of <time.h>: the time is unknown at each call, but it passes; how it is written is unknown. Only the ranges of a broken-down time are known.

#include "aver.h"

typedef long time_t;
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  time_t tv_sec;
  long tv_usec;
};

// 0, or -1 and an error. A clock that has failed does not fail for ever.
static int clock_status(void) {
  if (__aver_passing_bool()) {
    fail();
    return -1;
  }
  return 0;
}

MODEL time_t time(time_t *to) {
  time_t now = __aver_passing_long();
  __aver_assume(now >= -1);
  if (to != NULL)
    *to = now;
  return now;
}

// Rounded once.
MODEL double difftime(time_t end, time_t begin) {
  if (end < begin)
    return -(double)((unsigned long)begin - (unsigned long)end);
  return (double)((unsigned long)end - (unsigned long)begin);
}

MODEL long clock(void) {
  long ticks = __aver_passing_long();
  __aver_assume(ticks >= -1);
  return ticks;
}

MODEL int gettimeofday(struct timeval *to, void *zone) {
  if (zone != NULL)
    __aver_passing_bytes(zone, 8);
  if (to != NULL) {
    to->tv_sec = __aver_passing_long();
    to->tv_usec = __aver_passing_long();
    __aver_assume(to->tv_sec >= 0 && to->tv_usec >= 0 && to->tv_usec < 1000000);
  }
  return clock_status();
}

static void now(struct timespec *to) {
  to->tv_sec = __aver_passing_long();
  to->tv_nsec = __aver_passing_long();
  __aver_assume(to->tv_sec >= 0 && to->tv_nsec >= 0 && to->tv_nsec < 1000000000);
}

MODEL int clock_gettime(int clock, struct timespec *to) {
  if (clock_status() < 0)
    return -1;
  now(to);
  return 0;
}
MODEL int clock_getres(int clock, struct timespec *to) {
  if (clock_status() < 0)
    return -1;
  if (to != NULL)
    now(to);
  return 0;
}
MODEL int timespec_get(struct timespec *to, int base) {
  if (base != 1 || __aver_passing_bool())
    return 0;
  now(to);
  return base;
}
MODEL int nanosleep(const struct timespec *time, struct timespec *left) {
  read_bytes(time, sizeof *time);
  if (clock_status() == 0)
    return 0;
  if (left != NULL)
    now(left);
  return -1;
}

// ---- broken-down times ----

static struct tm broken_down;

// Beyond these seconds the year does not fit an `int`, which is the only way to fail.
#define LONG_AGO (sizeof(time_t) == 8 ? -67768000000000000 : 0)
#define FAR_AHEAD (sizeof(time_t) == 8 ? 67767900000000000 : 0)

// Which time belongs to which number of seconds is not modelled.
static struct tm *break_down(const time_t *time, struct tm *to) {
  _Bool extreme = sizeof(time_t) == 8 && (*time < LONG_AGO || *time > FAR_AHEAD);
  if (extreme && __aver_unknown_bool()) {
    fail();
    return NULL;
  }
  __aver_some_bytes(to, __builtin_offsetof(struct tm, tm_zone));
  __aver_assume(to->tm_sec >= 0 && to->tm_sec <= 60 && to->tm_min >= 0 && to->tm_min <= 59 && to->tm_hour >= 0 &&
                to->tm_hour <= 23 && to->tm_mday >= 1 && to->tm_mday <= 31 && to->tm_mon >= 0 && to->tm_mon <= 11 &&
                to->tm_wday >= 0 && to->tm_wday <= 6 && to->tm_yday >= 0 && to->tm_yday <= 365);
  to->tm_zone = "UTC";
  return to;
}

// ---- the time zone: that of Greenwich, until something asks for the real one ----

#define ZONE_BYTES 8
#define LONGEST_SHIFT (15 * 3600)

MODEL int daylight;
MODEL long timezone;
MODEL char *tzname[2] = {"GMT", "GMT"};
static char zone_names[2][ZONE_BYTES];

MODEL void tzset(void) {
  daylight = __aver_unknown_bool();
  timezone = __aver_unknown_long();
  __aver_assume(timezone >= -LONGEST_SHIFT && timezone <= LONGEST_SHIFT);
  for (int i = 0; i < 2; i++) {
    __aver_some_bytes(zone_names[i], ZONE_BYTES - 1);
    tzname[i] = zone_names[i];
  }
}

MODEL struct tm *localtime(const time_t *time) {
  tzset();
  return break_down(time, &broken_down);
}
MODEL struct tm *gmtime(const time_t *time) { return break_down(time, &broken_down); }
MODEL struct tm *localtime_r(const time_t *time, struct tm *to) {
  tzset();
  return break_down(time, to);
}
MODEL struct tm *gmtime_r(const time_t *time, struct tm *to) { return break_down(time, to); }

// Brings the fields into their ranges.
static time_t seconds(struct tm *time) {
  __aver_readable(time, sizeof *time);
  __aver_some_bytes(time, __builtin_offsetof(struct tm, tm_zone));
  return (time_t)__aver_some_wide();
}
MODEL time_t mktime(struct tm *time) {
  tzset();
  return seconds(time);
}
MODEL time_t timegm(struct tm *time) { return seconds(time); }

#define TIME_TEXT 26

static char *text(char *to) {
  __aver_some_bytes(to, TIME_TEXT - 1);
  for (int i = 0; i < TIME_TEXT - 1; i++)
    __aver_assume(to[i] != 0);
  to[TIME_TEXT - 2] = '\n';
  to[TIME_TEXT - 1] = 0;
  return to;
}

static char buffer[TIME_TEXT];

MODEL char *asctime(const struct tm *time) {
  read_bytes(time, sizeof *time);
  return text(buffer);
}
MODEL char *asctime_r(const struct tm *time, char *to) {
  read_bytes(time, sizeof *time);
  return text(to);
}
MODEL char *ctime(const time_t *time) {
  tzset();
  (void)*(const volatile time_t *)time;
  return text(buffer);
}
MODEL char *ctime_r(const time_t *time, char *to) {
  tzset();
  (void)*(const volatile time_t *)time;
  return text(to);
}

MODEL size_t strftime(char *to, size_t size, const char *format, const struct tm *time) {
  read_string(format);
  read_bytes(time, sizeof *time);
  size_t length = __aver_some_size();
  __aver_assume(length < size || size == 0);
  if (size == 0)
    return 0;
  __aver_some_bytes(to, length);
  if (length > 0)
    __aver_assume(to[length - 1] != 0);
  to[length] = 0;
  return length;
}
