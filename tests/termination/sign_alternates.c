/* aver: property=termination expect=FALSE at=7 */
/* The sign changes each time. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = 5;
  unsigned sum = 0;
  while (x != 0) {
    x = -x;
    sum++;
  }
  return 0;
}
