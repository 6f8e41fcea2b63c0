/* aver: property=assert expect=UNKNOWN reason="assumptions" args="--enforce-contract f" */
/* No call satisfies this contract, so nothing is proved. */
int f(int x)
__CPROVER_requires(x > 3 && x < 3)
__CPROVER_ensures(__CPROVER_return_value == 0);

int f(int x) { return x; }

int main(void) {
  int x;
  f(x);
  return 0;
}
