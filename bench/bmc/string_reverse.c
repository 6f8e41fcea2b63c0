/* A text of at most N letters is reversed twice, in place; the length is where the first zero is. */
#include "bench.h"

static int length(const char *s) {
  int n = 0;
  while (s[n]) n++;
  return n;
}

static void reverse(char *s) {
  int n = length(s);
  for (int i = 0; i < n / 2; i++) {
    char t = s[i];
    s[i] = s[n - 1 - i];
    s[n - 1 - i] = t;
  }
}

int main(void) {
  char s[N + 1], copy[N + 1];
  for (int i = 0; i < N; i++) s[i] = copy[i] = nondet_uchar();
  s[N] = copy[N] = 0;
  reverse(s);
#ifdef BUG
  int same = 1;
  for (int i = 0; copy[i]; i++) same &= s[i] == copy[i];
  assert(!(same && length(copy) == BUG && copy[0] != copy[1]));
#else
  reverse(s);
  for (int i = 0; copy[i]; i++) assert(s[i] == copy[i]);
#endif
  return 0;
}
