/* aver: property=termination expect=TRUE */
/* Only so many failures start it again. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int failures = 0;
  for (int i = 0; i < 10; i++) {
    if (failures < 5 && __VERIFIER_nondet_int() == 7) {
      failures++;
      i = -1;
    }
  }
  return failures;
}
