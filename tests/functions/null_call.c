/* aver: property=valid-deref expect=FALSE at=9 */
/* A call through a null pointer. */
extern int __VERIFIER_nondet_int(void);
static int one(void) { return 1; }

int main(void) {
  int (*f)(void) = 0;
  if (__VERIFIER_nondet_int() > 0) f = one;
  return f();
}
