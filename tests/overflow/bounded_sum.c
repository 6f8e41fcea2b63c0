/* aver: property=no-overflow,assert expect=TRUE */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 20; i++) sum += __VERIFIER_nondet_uchar();
  assert(sum >= 0 && sum <= 20 * 255);
  return 0;
}
