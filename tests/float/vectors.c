/* aver: property=assert expect=TRUE */
// Vectors of floats, lane by lane.
#include <assert.h>

typedef float four __attribute__((vector_size(16)));

int main(void) {
  four a = {1, 2, 3, 4}, b = {0.5f, 0.5f, 2, 2};
  four c = a * b + a;
  assert(c[0] == 1.5f && c[1] == 3 && c[2] == 9 && c[3] == 12);
  four d = -c;
  assert(d[3] == -12);
  assert((a < b)[0] == 0 && (b < a)[3] == -1);
  return 0;
}
