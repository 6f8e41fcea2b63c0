/* aver: property=termination expect=FALSE at=7 */
/* Odd and even rounds take turns. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), sum = 0;
  _Bool even = 0;
  while (x > 10) {
    if (even) x -= 5; else x += 5;
    even = !even;
    sum += x;
  }
  return 0;
}
