/* aver: property=termination expect=TRUE */
/* A counter that grows to a limit. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
  }
  return 0;
}
