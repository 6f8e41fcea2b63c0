/* aver: property=termination expect=FALSE at=6 */
/* Steps of four keep the last two bits. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x != 3) {
    x += 4;
  }
  return 0;
}
