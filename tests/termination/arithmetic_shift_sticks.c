/* aver: property=termination expect=FALSE at=7 */
/* The half of -1, rounded down, is -1. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned turns = 0;
  while (x != 0) {
    x >>= 1;
    turns++;
  }
  return 0;
}
