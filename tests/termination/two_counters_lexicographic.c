/* aver: property=termination expect=TRUE */
/* Either y falls, or x falls and y is any number. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_uint()) {
      x--;
      y = __VERIFIER_nondet_uint();
    } else {
      y--;
    }
  }
  return 0;
}
