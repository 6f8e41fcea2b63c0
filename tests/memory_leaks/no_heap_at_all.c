/* aver: property=valid-memtrack,valid-memcleanup expect=TRUE */
// Nothing is allocated, and the loop has no bound.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  for (unsigned i = 0; i < n; i++) sum += i;
  return sum == 1;
}
