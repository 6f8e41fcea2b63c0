/* A lock with a combination of six keys and N key presses. It opens after N presses exactly if N is at least six. */
#include "bench.h"

static const unsigned char combination[6] = {3, 1, 4, 1, 5, 9};

int main(void) {
  int state = 0, opened = 0;
  unsigned wrong = 0;
  for (int i = 0; i < N; i++) {
    unsigned char key = nondet_uchar();
    switch (state) {
      case 0: case 1: case 2: case 3: case 4: case 5:
        if (key % 10 == combination[state]) state++;
        else state = 0, wrong++;
        break;
      case 6:
        opened = 1;
        if (key == 0) state = 0;
        break;
      default: assert(0);
    }
    assert(state >= 0 && state <= 6);
  }
#ifdef BUG
  assert(!(opened && wrong == BUG));
#else
  assert(!opened || wrong + 7 <= N);
#endif
  return 0;
}
