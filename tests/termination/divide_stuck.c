/* aver: property=termination expect=FALSE at=6 */
/* One more than a half of two is two. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x > 1) {
    x = x / 2 + 1;
  }
  return 0;
}
