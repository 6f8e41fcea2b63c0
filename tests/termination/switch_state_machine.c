/* aver: property=termination expect=FALSE at=6 */
/* A state machine with a cycle. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int state = 0;
  while (state != 9) {
    switch (state) {
    case 0: state = __VERIFIER_nondet_int() ? 1 : 9; break;
    case 1: state = 2; break;
    case 2: state = 0; break;
    }
  }
  return 0;
}
