/* aver: property=termination expect=UNKNOWN reason="undefined behaviour" */
/* Without overflow the loop ends, but the sum may overflow on the way. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++) s += x;
  return s;
}
