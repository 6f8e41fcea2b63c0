/* A sum forwards and backwards: equal for multiples of a power of two, not for tenths. */
#include "bench.h"
#ifdef BUG
#define SIZE 0.1f
#else
#define SIZE 0.125f
#endif

int main(void) {
  float x[N], forwards = 0, backwards = 0;
  for (int i = 0; i < N; i++)
    x[i] = step(-20, 20, SIZE);
  for (int i = 0; i < N; i++)
    forwards += x[i];
  for (int i = N - 1; i >= 0; i--)
    backwards += x[i];
  assert(forwards == backwards);
  return 0;
}
