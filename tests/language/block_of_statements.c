/* aver: property=assert expect=TRUE */
/* Statement expressions: their value, their scope, jumps out of them, in loops and conditions. */
#include <assert.h>
#define LARGER(a, b) ({ __typeof__(a) _a = (a), _b = (b); _a > _b ? _a : _b; })

static int search(int wanted) {
  for (int i = 0; i < 5; i++) {
    int square = ({ if (i == 4) break; i * i; });
    if (square == wanted)
      return i;
  }
  return -1;
}

int main(void) {
  int x = 3;
  assert(LARGER(x++, 2) == 3 && x == 4 && LARGER(1.5, 2.5) == 2.5);
  assert(search(4) == 2 && search(16) == -1);
  return 0;
}
