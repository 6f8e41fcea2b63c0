/* aver: property=termination expect=FALSE at=7 */
/* One of two numbers falls each time, and the other one is an input: nothing falls in the long run. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 1000000 || y > 1000000) return 0;
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_int()) {
      x = x - 1;
      y = __VERIFIER_nondet_int();
    } else {
      y = y - 1;
      x = __VERIFIER_nondet_int();
    }
  }
}
