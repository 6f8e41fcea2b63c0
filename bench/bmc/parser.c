/* An unknown text of N brackets: a counter for each kind against a stack. With -DBUG: nesting does not matter. */
#include "bench.h"

int main(void) {
  char stack[N];
  int height = 0, round = 0, square = 0, good = 1, counts = 1;
  for (int i = 0; i < N; i++) {
    switch (nondet_uchar() & 3) {
      case 0: stack[height++] = '('; round++; break;
      case 1: stack[height++] = '['; square++; break;
      case 2:
        if (height == 0 || stack[height - 1] != '(') good = 0;
        if (height > 0) height--;
        if (--round < 0) counts = 0;
        break;
      default:
        if (height == 0 || stack[height - 1] != '[') good = 0;
        if (height > 0) height--;
        if (--square < 0) counts = 0;
    }
  }
  good &= height == 0;
  counts &= round == 0 && square == 0;
#ifdef BUG
  assert(good == counts);
#else
  assert(!good || counts);
#endif
  return 0;
}
