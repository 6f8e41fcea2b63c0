/* aver: property=termination expect=FALSE at=7 */
/* The classic mistake: the interval of length one stays as it is. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned low = 0, high = __VERIFIER_nondet_uint(), key = __VERIFIER_nondet_uint();
  if (high > 1000000) return 0;
  while (low < high) {
    unsigned middle = low + (high - low) / 2;
    if (middle < key) low = middle;
    else high = middle;
  }
  return 0;
}
