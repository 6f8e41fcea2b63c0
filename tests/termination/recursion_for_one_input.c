/* aver: property=termination expect=FALSE at=4 */
/* One input is enough. */
extern int __VERIFIER_nondet_int(void);
static int f(int x) {
  if (x == 12345) return f(x) + 1;
  return 0;
}
int main(void) { return f(__VERIFIER_nondet_int()); }
