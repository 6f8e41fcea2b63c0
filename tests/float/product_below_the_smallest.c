/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=10 args="-DFACTOR=0x1.8p-101f" */
/* A product that is rounded to the smallest subnormal number. */
#include <assert.h>
#ifndef FACTOR
#define FACTOR 0x1.8p-102f
#endif
int main(void) {
  float f = FACTOR, g = -0x1.4p-48f, product = f * g;
  assert(product == -0x1p-149f);
  return 0;
}
