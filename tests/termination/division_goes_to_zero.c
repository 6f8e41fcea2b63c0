/* aver: property=termination expect=TRUE */
/* The half of -1, rounded to zero, is zero. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x != 0) {
    x /= 2;
  }
  return 0;
}
