/* aver: property=termination expect=FALSE at=6 */
/* Both grow, so the distance stays. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  while (x != y) {
    x++;
    y++;
  }
  return 0;
}
