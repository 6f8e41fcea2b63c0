/* aver: property=termination expect=FALSE at=5 */
/* Two functions call each other. */
extern int __VERIFIER_nondet_int(void);
static int odd(int x);
static int even(int x) {
  if (x == 0) return 1;
  return odd(x);
}
static int odd(int x) {
  if (x == 0) return 0;
  return even(x);
}
int main(void) { return even(__VERIFIER_nondet_int()); }
