/* aver: property=termination expect=FALSE at=6 */
/* A negative number stays negative. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x) {
    x >>= 1;
  }
  return 0;
}
