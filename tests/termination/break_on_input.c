/* aver: property=termination expect=FALSE at=7 */
/* Only the input leaves the loop. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 0;
  while (1) {
    if (__VERIFIER_nondet_int() == 42) break;
    n++;
  }
  return 0;
}
