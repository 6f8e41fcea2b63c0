/* aver: property=assert expect=TRUE */
/* The sum of the first odd numbers is a square. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char n = (unsigned char)__VERIFIER_nondet_uint(), i = 0, sum = 0, odd = 1;
  while (i != n) {
    sum += odd;
    odd += 2;
    i++;
    assert(sum == (unsigned char)(i * i));
  }
  return 0;
}
