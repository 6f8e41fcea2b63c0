/* aver: property=termination expect=TRUE */
/* The interval is smaller each time. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned low = 0, high = __VERIFIER_nondet_uint(), key = __VERIFIER_nondet_uint();
  if (high > 1000000) return 0;
  while (low < high) {
    unsigned middle = low + (high - low) / 2;
    if (middle < key) low = middle + 1;
    else high = middle;
  }
  return 0;
}
