/* aver: property=termination expect=FALSE at=6 */
/* Odd numbers miss zero, round and round. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x != 0) {
    x += 2;
  }
  return 0;
}
