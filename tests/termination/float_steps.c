/* aver: property=termination expect=TRUE */
/* A float counts up in halves to a bound that is an input. */
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float n = __VERIFIER_nondet_float();
  if (!(n < 1000.0f)) return 0;
  for (float x = 0; x < n; x += 0.5f);
  return 0;
}
