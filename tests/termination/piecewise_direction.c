/* aver: property=termination expect=TRUE */
/* It goes up or down, as the direction says. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int() > 0 ? 1 : -1;
  while (x > 0 && x < 1000) {
    x += d;
  }
  return 0;
}
