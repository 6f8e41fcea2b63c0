/* aver: property=valid-deref expect=UNKNOWN reason="k = 3" args="--engine k-induction --max-k 3" */
// No pointer leads to `x` from one iteration to the next, only a number that was once found equal to its address. Behind
// 100,000 iterations it is used as a pointer to what is dead by then.
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long number = 0;
  unsigned n = 0;
  while (__VERIFIER_nondet_int()) {
    int x = 1;
    n++;
    if (n > 100000 && number)
      *(int *)number = 2;
    number = __VERIFIER_nondet_ulong();
    if (number != (unsigned long)&x)
      number = 0;
  }
  return 0;
}
