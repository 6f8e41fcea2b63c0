// Models of <stdlib.h>, <strings.h>' bit functions and errno. Allocation is part of lowering.

#include "aver.h"

// Zero at the start. Old programs declare it themselves.
#undef errno
MODEL int errno;
MODEL int *__errno_location(void) { return &errno; }
#define errno (*__errno_location())

// ---- numbers ----

static int digit_of(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 99;
}

// The digits of a number, its sign, and where it ends: at the start if there is no number.
struct number {
  unsigned long long magnitude;
  _Bool negative, overflows;
};

static struct number parse(const char *s, char **end, int base, unsigned long long limit, _Bool binary_prefix) {
  struct number result = {0, 0, 0};
  const char *start = s;
  while (is_space(*s))
    s++;
  if (*s == '-' || *s == '+')
    result.negative = *s++ == '-';
  // A prefix counts only if a digit follows it.
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit_of(s[2]) < 16) {
    s += 2;
    base = 16;
  } else if (binary_prefix && (base == 0 || base == 2) && s[0] == '0' && (s[1] == 'b' || s[1] == 'B') &&
             digit_of(s[2]) < 2) {
    s += 2;
    base = 2;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  _Bool any = 0;
  for (; digit_of(*s) < base; s++) {
    unsigned digit = (unsigned)digit_of(*s);
    any = 1;
    unsigned long long most = limit / (unsigned)base;
    if (result.magnitude > most || (result.magnitude == most && digit > limit % (unsigned)base))
      result.overflows = 1;
    else
      result.magnitude = result.magnitude * (unsigned)base + digit;
  }
  if (end != NULL)
    *end = (char *)(any ? s : start);
  return result;
}

static _Bool is_bad_base(int base) {
  if (base >= 0 && base != 1 && base <= 36)
    return 0;
  errno = EINVAL;
  return 1;
}

static long long parse_signed(const char *s, char **end, int base, unsigned bits, _Bool binary) {
  if (is_bad_base(base))
    return 0;
  unsigned long long max = ~0ull >> (65 - bits);
  struct number n = parse(s, end, base, max + 1, binary);
  if (n.overflows || n.magnitude > max + n.negative) {
    errno = ERANGE;
    return n.negative ? -(long long)max - 1 : (long long)max;
  }
  return n.negative ? (long long)(0 - n.magnitude) : (long long)n.magnitude;
}

static unsigned long long parse_unsigned(const char *s, char **end, int base, unsigned bits, _Bool binary) {
  if (is_bad_base(base))
    return 0;
  unsigned long long max = ~0ull >> (64 - bits);
  struct number n = parse(s, end, base, max, binary);
  if (n.overflows) {
    errno = ERANGE;
    return max;
  }
  return (n.negative ? 0 - n.magnitude : n.magnitude) & max;
}

#define LONG_BITS (8 * sizeof(long))

MODEL long strtol(const char *s, char **end, int base) { return (long)parse_signed(s, end, base, LONG_BITS, 0); }
MODEL long long strtoll(const char *s, char **end, int base) { return parse_signed(s, end, base, 64, 0); }
MODEL long __isoc23_strtol(const char *s, char **end, int base) { return (long)parse_signed(s, end, base, LONG_BITS, 1); }
MODEL long long __isoc23_strtoll(const char *s, char **end, int base) { return parse_signed(s, end, base, 64, 1); }
MODEL long __strtol_internal(const char *s, char **end, int base, int group) {
  return (long)parse_signed(s, end, base, LONG_BITS, 0);
}
MODEL long long strtoimax(const char *s, char **end, int base) { return parse_signed(s, end, base, 64, 0); }
MODEL long long strtoq(const char *s, char **end, int base) { return parse_signed(s, end, base, 64, 0); }

MODEL unsigned long strtoul(const char *s, char **end, int base) {
  return (unsigned long)parse_unsigned(s, end, base, LONG_BITS, 0);
}
MODEL unsigned long long strtoull(const char *s, char **end, int base) { return parse_unsigned(s, end, base, 64, 0); }
MODEL unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
  return (unsigned long)parse_unsigned(s, end, base, LONG_BITS, 1);
}
MODEL unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
  return parse_unsigned(s, end, base, 64, 1);
}
MODEL unsigned long long strtoumax(const char *s, char **end, int base) { return parse_unsigned(s, end, base, 64, 0); }
MODEL unsigned long long strtouq(const char *s, char **end, int base) { return parse_unsigned(s, end, base, 64, 0); }

// A number that does not fit is undefined in C; this is what glibc makes of it.
MODEL int atoi(const char *s) { return (int)parse_signed(s, NULL, 10, LONG_BITS, 0); }
MODEL long atol(const char *s) { return (long)parse_signed(s, NULL, 10, LONG_BITS, 0); }
MODEL long long atoll(const char *s) { return parse_signed(s, NULL, 10, 64, 0); }

// What the digits of a float mean is not modelled; where they end is somewhere in the string.
static void float_end(const char *s, char **end) {
  size_t length = length_of(s);
  if (end != NULL) {
    size_t used = __aver_some_size();
    __aver_assume(used <= length);
    *end = (char *)s + used;
  }
}

MODEL float strtof(const char *s, char **end) {
  float_end(s, end);
  return __aver_some_float();
}
MODEL double strtod(const char *s, char **end) {
  float_end(s, end);
  return __aver_some_double();
}
MODEL long double strtold(const char *s, char **end) {
  float_end(s, end);
  return __aver_some_long_double();
}
MODEL double atof(const char *s) {
  float_end(s, NULL);
  return __aver_some_double();
}

// ---- arithmetic ----

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

MODEL div_t div(int a, int b) { return (div_t){a / b, a % b}; }
MODEL ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
MODEL lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

static int first_set(unsigned long long x) {
  for (int i = 0; i < 64; i++)
    if ((x >> i) & 1)
      return i + 1;
  return 0;
}

MODEL int ffs(int x) { return first_set((unsigned)x); }
MODEL int ffsl(long x) { return first_set((unsigned long)x); }
MODEL int ffsll(long long x) { return first_set((unsigned long long)x); }

// ---- random numbers: any, whatever the seed ----

static int not_negative(int value) {
  __aver_assume(value >= 0);
  return value;
}

MODEL int rand(void) { return not_negative(__aver_passing_int()); }
MODEL int rand_r(unsigned *seed) {
  *seed = (unsigned)__aver_passing_int();
  return not_negative(__aver_passing_int());
}
MODEL long random(void) { return not_negative(__aver_passing_int()); }
MODEL long lrand48(void) { return not_negative(__aver_passing_int()); }
MODEL long mrand48(void) { return __aver_passing_int(); }
MODEL void srand(unsigned seed) {}
MODEL void srandom(unsigned seed) {}
MODEL void srand48(long seed) {}
MODEL unsigned arc4random(void) { return (unsigned)__aver_passing_int(); }
MODEL void arc4random_buf(void *to, size_t length) { __aver_passing_bytes(to, length); }

// ---- the environment ----

#define ENVIRONMENT_TEXT 16

MODEL char *getenv(const char *name) {
  static char value[ENVIRONMENT_TEXT];
  read_string(name);
  if (__aver_unknown_bool())
    return NULL;
  __aver_note("a variable of the environment is not set, or has at most 15 characters");
  __aver_unknown_bytes(value, ENVIRONMENT_TEXT - 1);
  return value;
}
MODEL char *secure_getenv(const char *name) { return getenv(name); }
MODEL int setenv(const char *name, const char *value, int overwrite) {
  read_string(name);
  read_string(value);
  return status();
}
MODEL int unsetenv(const char *name) {
  read_string(name);
  return status();
}

MODEL int system(const char *command) {
  if (command != NULL)
    read_string(command);
  return __aver_unknown_int();
}

// ---- sorting and searching ----

typedef int (*order)(const void *, const void *);

static void exchange(char *a, char *b, char *between, size_t size) {
  __builtin_memcpy(between, a, size);
  __builtin_memcpy(a, b, size);
  __builtin_memcpy(b, between, size);
}

// The order of equal elements is not specified, so it is unknown.
MODEL void qsort(void *base, size_t count, size_t size, order compare) {
  char *bytes = base;
  if (count < 2 || size == 0)
    return;
  char element[size];
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      char *left = bytes + (j - 1) * size, *right = bytes + j * size;
      int c = compare(left, right);
      if (c < 0 || (c == 0 && __aver_unknown_bool()))
        break;
      exchange(left, right, element, size);
    }
  }
}

typedef int (*order_with)(const void *, const void *, void *);

MODEL void qsort_r(void *base, size_t count, size_t size, order_with compare, void *with) {
  char *bytes = base;
  if (count < 2 || size == 0)
    return;
  char element[size];
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      char *left = bytes + (j - 1) * size, *right = bytes + j * size;
      int c = compare(left, right, with);
      if (c < 0 || (c == 0 && __aver_unknown_bool()))
        break;
      exchange(left, right, element, size);
    }
  }
}

// Which one of several equal elements is not specified: any of them.
MODEL void *bsearch(const void *key, const void *base, size_t count, size_t size, order compare) {
  const char *bytes = base;
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int c = compare(key, bytes + middle * size);
    if (c == 0) {
      while (middle + 1 < count && __aver_unknown_bool() && compare(key, bytes + (middle + 1) * size) == 0)
        middle++;
      while (middle > 0 && __aver_unknown_bool() && compare(key, bytes + (middle - 1) * size) == 0)
        middle--;
      return (void *)(bytes + middle * size);
    }
    if (c < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

// ---- locale.h: there is the C locale ----

MODEL char *setlocale(int category, const char *locale) {
  static char name[2] = "C";
  if (locale == NULL)
    return name;
  read_string(locale);
  if (locale[0] == 'C' && locale[1] == 0)
    return name;
  if (locale[0] == 0) {
    __aver_note("the locale of the environment is \"C\"");
    return name;
  }
  __aver_unsupported("another locale than \"C\"");
  return NULL;
}
