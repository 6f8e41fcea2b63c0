/* aver: property=assert expect=TRUE */
// A tenth is not exact: ten of them are not one, in float they are more, in double less.
#include <assert.h>

int main(void) {
  float f = 0;
  double d = 0;
  for (int i = 0; i < 10; i++) {
    f += 0.1f;
    d += 0.1;
  }
  assert(f > 1.0f);
  assert(d < 1.0);
  assert(0.1 + 0.2 != 0.3);
  assert(0.1f + 0.2f == 0.3f);
  return 0;
}
