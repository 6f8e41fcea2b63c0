/* N unknown queens, one in each row. That none attacks another is possible for N = 8: the assertion fails. */
#include "bench.h"

int main(void) {
  unsigned char column[N];
  int safe = 1;
  for (int i = 0; i < N; i++) {
    column[i] = nondet_uchar();
    assume(column[i] < N);
    for (int j = 0; j < i; j++) {
      int apart = column[i] - column[j];
      safe &= apart != 0 && apart != i - j && apart != j - i;
    }
  }
  assert(!safe);
  return 0;
}
