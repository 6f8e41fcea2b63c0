/* aver: property=termination expect=TRUE says="by disjunctive transition invariants" */
/* One number falls, and the other one becomes the same: which of them was larger is not known. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_int()) {
      x = x - 1;
      y = x;
    } else {
      y = y - 1;
      x = y;
    }
  }
}
