/* aver: property=termination expect=TRUE */
/* Two counters change places, and one falls. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_uint()) {
      unsigned t = x;
      x = y - 1;
      y = t;
    } else {
      x--;
    }
  }
  return 0;
}
