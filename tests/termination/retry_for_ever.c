/* aver: property=termination expect=FALSE at=6 */
/* Each failure starts the loop again. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned failures = 0;
  for (int i = 0; i < 10; i++) {
    if (__VERIFIER_nondet_int() == 7) {
      failures++;
      i = -1;
    }
  }
  return (int)failures;
}
