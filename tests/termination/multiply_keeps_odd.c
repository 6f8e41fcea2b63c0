/* aver: property=termination expect=FALSE at=6 */
/* Products of odd numbers are odd. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = 2 * (__VERIFIER_nondet_uint() & 0xff) + 1;
  while (x != 0) {
    x = x * 3;
  }
  return 0;
}
