/* A polynomial by Horner's rule and term by term: the same for small integers, not for tenths. */
#include "bench.h"
#ifdef BUG
#define SIZE 0.1f
#else
#define SIZE 1.0f
#endif

int main(void) {
  float x = step(-N, N, SIZE);
  float horner = ((3.0f * x - 2.0f) * x + 5.0f) * x - 7.0f;
  float terms = 3.0f * x * x * x - 2.0f * x * x + 5.0f * x - 7.0f;
  assert(horner == terms);
  return 0;
}
