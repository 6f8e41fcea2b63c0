/* aver: property=assert expect=TRUE */
/* Ranges, values of 64 bits, a default in the middle, declarations and loops inside. */
#include <assert.h>

static int classify(long long x) {
  switch (x) {
  case 1 ... 3: return 1;
  default: x++; /* falls through */
  case 0x100000000LL: return x == 0x100000000LL ? 2 : 3;
  case -5: {
    int y = 4;
    for (int i = 0; i < 3; i++) {
      if (i == 1)
        continue;
      y++;
    }
    return y;
  }
  }
}

int main(void) {
  assert(classify(2) == 1 && classify(4) == 3 && classify(0x100000000LL) == 2 && classify(-5) == 6);
  assert(classify(0xFFFFFFFFLL) == 2);
  return 0;
}
