/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
// Floats in structs and arrays, passed by value.
#include <assert.h>

struct point {
  float x, y;
};
struct box {
  struct point low, high;
  double scale;
};

static struct point middle(struct box b) {
  struct point p = {(b.low.x + b.high.x) / 2, (b.low.y + b.high.y) / 2};
  return p;
}

int main(void) {
  struct box boxes[2] = {{{0, 0}, {2, 4}, 1.0}, {{1, 1}, {3, 3}, 0.5}};
  double total = 0;
  for (int i = 0; i < 2; i++) {
    struct point p = middle(boxes[i]);
    total += boxes[i].scale * (p.x + p.y);
  }
  assert(total == 5.0);
  return 0;
}
