/* aver: property=termination expect=TRUE */
/* The step is before continue. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, kept = 0;
  while (i < n) {
    i++;
    if (i % 3 == 0) continue;
    kept++;
  }
  return 0;
}
