/* aver: property=no-stack-overflow expect=FALSE at=9 args="--stack-limit 50" */
/* aver: property=no-stack-overflow expect=TRUE args="--stack-limit 50 -DSMALL" */
/* aver: property=no-stack-overflow,termination expect=TRUE args="--stack-limit 50 -DSMALL" */
/* How deep it goes is an input; two functions call each other, one of them through a pointer. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned odd(unsigned n);
static unsigned (*next)(unsigned) = odd;
static unsigned even(unsigned n) { return n == 0 ? 1 : next(n - 1); }
static unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef SMALL
  if (n >= 49) return 0;
#endif
  return even(n);
}
