/* aver: property=termination expect=FALSE at=6 */
/* Nothing is greater than the greatest number. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long sum = 0;
  for (unsigned char i = 0; i <= 255; i++) {
    sum += i;
  }
  return 0;
}
