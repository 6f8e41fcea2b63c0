/* aver: property=valid-deref expect=UNKNOWN reason="k = 3" args="--engine k-induction --max-k 3" */
// Like `number_that_was_an_address.c`, but `x` is alive, and pointed to, where the number is used.
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long number = 0, equal;
  unsigned n = 0;
  while (__VERIFIER_nondet_int()) {
    int x = 1;
    int *q = &x;
    n++;
    while (__VERIFIER_nondet_int()) {
      *q = 3;
      if (n > 100000 && number)
        *(int *)number = 2;
    }
    equal = __VERIFIER_nondet_ulong();
    if (equal != (unsigned long)q)
      equal = 0;
    number = equal;
  }
  return 0;
}
