/* aver: property=termination expect=TRUE */
/* Three counters in lexicographic order. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = __VERIFIER_nondet_uint();
  while (x > 0 && y > 0 && z > 0) {
    unsigned c = __VERIFIER_nondet_uint();
    if (c == 0) {
      x--;
      y = __VERIFIER_nondet_uint();
      z = __VERIFIER_nondet_uint();
    } else if (c == 1) {
      y--;
      z = __VERIFIER_nondet_uint();
    } else {
      z--;
    }
  }
  return 0;
}
