/* aver: property=termination expect=TRUE */
/* The step is made in a function. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned step(unsigned x) { return x > 3 ? x - 3 : 0; }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x) x = step(x);
  return 0;
}
