/* aver: property=assert,array-bounds expect=TRUE */
/* A table of constants and an unknown index. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static const unsigned char ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int by_table = ones[x & 15] + ones[x >> 4], by_loop = 0;
  for (int i = 0; i < 8; i++) by_loop += x >> i & 1;
  assert(by_table == by_loop);
  return 0;
}
