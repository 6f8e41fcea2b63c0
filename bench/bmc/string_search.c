/* The first occurrence of an unknown pattern of M letters in an unknown text of N letters, searched in two ways. */
#include "bench.h"

static unsigned char text[N], pattern[M];

static int by_comparing(void) {
  for (int i = 0; i + M <= N; i++) {
    int j = 0;
    while (j < M && text[i + j] == pattern[j]) j++;
    if (j == M) return i;
  }
  return -1;
}

/* Bit-parallel: bit j of `matches` says that the last j + 1 letters are the first ones of the pattern. */
static int by_shifting(void) {
  unsigned matches = 0;
  for (int i = 0; i < N; i++) {
    unsigned equal = 0;
    for (int j = 0; j < M; j++) equal |= (unsigned)(text[i] == pattern[j]) << j;
    matches = (matches << 1 | 1) & equal;
    if (matches >> (M - 1) & 1) return i - M + 1;
  }
  return -1;
}

int main(void) {
  for (int i = 0; i < N; i++) text[i] = nondet_uchar() & 3;
  for (int i = 0; i < M; i++) pattern[i] = nondet_uchar() & 3;
  assert(by_comparing() == by_shifting());
  return 0;
}
