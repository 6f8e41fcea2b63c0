/* aver: property=termination expect=FALSE at=4 */
/* The input decides each time. */
extern int __VERIFIER_nondet_int(void);
static void f(void) {
  if (__VERIFIER_nondet_int()) f();
}
int main(void) {
  f();
  return 0;
}
