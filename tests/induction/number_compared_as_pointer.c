/* aver: property=unreach-call expect=UNKNOWN reason="k = 3" args="--engine k-induction --max-k 3" */
// Whether `x` lies in each iteration where it lay before is not known.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long number = 0;
  unsigned n = 0;
  while (__VERIFIER_nondet_int()) {
    int x = 1;
    int *p = &x;
    n++;
    if (n > 100000 && number && (int *)number != p)
      reach_error();
    number = __VERIFIER_nondet_ulong();
    if (number != (unsigned long)p)
      number = 0;
  }
  return 0;
}
