/* aver: property=termination expect=TRUE */
/* The distance is halved. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned low = 0, high = __VERIFIER_nondet_uint() % 100000;
  while (high - low > 1) {
    unsigned middle = low + (high - low) / 2;
    if (__VERIFIER_nondet_uint()) low = middle;
    else high = middle;
  }
  return 0;
}
