/* aver: property=assert expect=TRUE */
// __bf16 has the exponents of float and eight bits of precision.
#include <assert.h>

int main(void) {
  volatile float x = 1.00390625f;
  volatile __bf16 near = (__bf16)x;
  assert((float)near == 1.0f);
  volatile __bf16 large = (__bf16)1e38f;
  assert((float)large > 9e37f && (float)large < 1.1e38f);
  assert((float)large * 10 > 3.4028234e38f);
  return 0;
}
