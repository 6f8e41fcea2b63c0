/* aver: property=assert,no-div-by-zero expect=TRUE */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b) {
  while (b != 0) {
    unsigned r = a % b;
    a = b;
    b = r;
  }
  return a;
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uchar() & 15, b = __VERIFIER_nondet_uchar() & 15;
  unsigned g = gcd(a, b);
  if (a == 0 && b == 0) assert(g == 0);
  else assert(g > 0 && a % g == 0 && b % g == 0);
  return 0;
}
