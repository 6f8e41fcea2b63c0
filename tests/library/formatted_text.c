/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* Integers, characters and strings are formatted exactly. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

static char text[64];
static int is(int length, const char *expected) {
  return length == (int)strlen(expected) && strcmp(text, expected) == 0;
}

int main(void) {
  assert(is(sprintf(text, "%d %i %u", -5, 2147483647, 4000000000u), "-5 2147483647 4000000000"));
  assert(is(sprintf(text, "[%5d|%-5d|%05d|%+d]", 42, 42, 42, 42), "[   42|42   |00042|+42]"));
  assert(is(sprintf(text, "%x %X %#x %o %#o", 255, 255, 255, 8, 8), "ff FF 0xff 10 010"));
  assert(is(sprintf(text, "%.3d|%5.2d|%.0d|", 7, 7, 0), "007|   07||"));
  assert(is(sprintf(text, "%s|%5s|%-5s|%.2s|%*s", "ab", "ab", "ab", "abc", 4, "x"), "ab|   ab|ab   |ab|   x"));
  assert(is(sprintf(text, "%c%c%%", 'o', 'k'), "ok%"));
  assert(is(sprintf(text, "%hhd %hd %lld %llu", 257, 65537, -1LL, ~0ULL), "1 1 -1 18446744073709551615"));
  assert(is(sprintf(text, "%ld %zu %jd", -3L, sizeof(int), (long long)9), "-3 4 9"));
  assert(snprintf(text, 4, "%s", "truncated") == 9 && strcmp(text, "tru") == 0);
  assert(snprintf(0, 0, "%d", 12345) == 5);
  return 0;
}
