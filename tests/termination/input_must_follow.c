/* aver: property=termination expect=FALSE at=7 */
/* The input has to be one more than the counter. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned count = 0;
  while (1) {
    unsigned next = __VERIFIER_nondet_uint();
    if (next != count + 1) break;
    count = next;
  }
  return 0;
}
