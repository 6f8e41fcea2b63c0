/* Dekker's fast two-sum gives the rounding error of a sum exactly, if the first number is the larger one. */
#include "bench.h"

int main(void) {
  float a = between(-1000.0f, 1000.0f), b = between(-1000.0f, 1000.0f);
#ifndef BUG
  assume((a < 0 ? -a : a) >= (b < 0 ? -b : b));
#endif
  float sum = a + b, error = b - (sum - a);
  assert((double)sum + (double)error == (double)a + (double)b);
  return 0;
}
