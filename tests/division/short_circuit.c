/* aver: property=no-div-by-zero expect=TRUE */
/* The right side of `&&` runs only if the left side holds. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned y = __VERIFIER_nondet_int();
  if (y != 0 && 1000u / y > 3) return 1;
  return x > 0 ? 10 / x : 0;
}
