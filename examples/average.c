extern int __VERIFIER_nondet_int(void);

static int average(int low, int high) {
  return (low + high) / 2;
}

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) return 0;
  int middle = average(low, high);
  return middle < low;
}
