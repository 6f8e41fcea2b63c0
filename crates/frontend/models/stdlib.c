// Models of the integer functions of <stdlib.h> and <strings.h>.

// Overflow is undefined in C; here it wraps.
static long long number(const char *s) {
  while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
    s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+')
    s++;
  unsigned long long value = 0;
  for (; *s >= '0' && *s <= '9'; s++)
    value = 10 * value + (unsigned long long)(*s - '0');
  return (long long)(negative ? 0 - value : value);
}

int atoi(const char *s) { return (int)number(s); }
long atol(const char *s) { return (long)number(s); }
long long atoll(const char *s) { return number(s); }

static int first_set(unsigned long long x) {
  for (int i = 0; i < 64; i++)
    if ((x >> i) & 1)
      return i + 1;
  return 0;
}

int ffs(int x) { return first_set((unsigned)x); }
int ffsl(long x) { return first_set((unsigned long)x); }
int ffsll(long long x) { return first_set((unsigned long long)x); }
