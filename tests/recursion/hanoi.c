/* aver: property=assert,array-bounds expect=TRUE */
/* Five discs move from peg 0 to peg 2. */
#include <assert.h>
static int height[3] = {5, 0, 0};
static int moves;

static void move(int n, int from, int to, int spare) {
  if (n == 0) return;
  move(n - 1, from, spare, to);
  assert(height[from] > 0);
  height[from]--;
  height[to]++;
  moves++;
  move(n - 1, spare, to, from);
}

int main(void) {
  move(5, 0, 2, 1);
  assert(height[0] == 0 && height[1] == 0 && height[2] == 5);
  assert(moves == 31);
  return 0;
}
