/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
  char *end;
  assert(atoi("  -42x") == -42 && atol("+7") == 7 && atoll("123456789012") == 123456789012LL);
  assert(strtol("0x1F rest", &end, 0) == 31 && *end == ' ');
  assert(strtol("077", 0, 0) == 63 && strtol("z", &end, 36) == 35 && *end == 0);
  const char *none = "none";
  assert(strtol(none, &end, 10) == 0 && end == none);
  errno = 0;
  assert(strtol("99999999999999999999", &end, 10) == LONG_MAX && errno == ERANGE && *end == 0);
  assert(strtol("-99999999999999999999", 0, 10) == LONG_MIN);
  errno = 0;
  assert(strtoul("-1", 0, 10) == ULONG_MAX && errno == 0);
  assert(strtoull("18446744073709551615", 0, 10) == ULLONG_MAX && errno == 0);
  assert(strtoll("-9223372036854775808", 0, 10) == LLONG_MIN && errno == 0);
  return 0;
}
