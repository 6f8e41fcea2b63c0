/* The variance as the mean of squares minus the square of the mean is not negative where all is exact. */
#include "bench.h"
#ifdef BUG
#define COUNT 3
#define SIZE 0.1f
#else
#define COUNT 4
#define SIZE 1.0f
#endif

int main(void) {
  float sum = 0, squares = 0;
  for (int i = 0; i < COUNT; i++) {
    float x = step(0, N, SIZE);
    sum += x;
    squares += x * x;
  }
  float mean = sum / COUNT;
  assert(squares / COUNT - mean * mean >= 0.0f);
  return 0;
}
