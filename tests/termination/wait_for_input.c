/* aver: property=termination expect=FALSE at=5 */
/* The input may never come. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  while (__VERIFIER_nondet_int() != 42) {
  }
  return 0;
}
