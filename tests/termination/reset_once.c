/* aver: property=termination expect=TRUE */
/* It starts again once. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  _Bool again = 1;
  while (n > 0) {
    n--;
    if (n == 0 && again) {
      again = 0;
      n = 100;
    }
  }
  return 0;
}
