/* A clock that counts tenths of a second in 24 bits drifts away from one that counts ticks. */
#include "bench.h"
#ifdef BUG
#define TICK 0.1f
#else
#define TICK 0.125f
#endif

int main(void) {
  float clock = 0;
  int ticks = nondet_int();
  assume(ticks >= 0 && ticks <= N);
  for (int i = 0; i < ticks; i++)
    clock += TICK;
  assert(clock == (float)ticks * TICK);
  return 0;
}
