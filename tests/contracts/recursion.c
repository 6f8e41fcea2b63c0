/* aver: property=assert expect=TRUE args="--enforce-contract sum" */
/* aver: property=assert expect=FALSE at=7 args="--enforce-contract sum -DWRONG" */
/* The contract stands for the calls in the function itself. It says nothing about whether they end. */
unsigned sum(unsigned n)
__CPROVER_requires(n <= 1000)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == n * (n + 1) / 2);

unsigned sum(unsigned n) {
  if (n == 0) return 0;
#ifdef WRONG
  if (n == 500) return 0;
#endif
  return sum(n - 1) + n;
}

int main(void) {
  unsigned n;
  sum(n);
  return 0;
}
