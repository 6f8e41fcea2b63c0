/* aver: property=termination expect=TRUE says="by disjunctive transition invariants" */
/* Each of three numbers may fall, and takes the next one along. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  while (x > 0 && y > 0 && z > 0) {
    int choice = __VERIFIER_nondet_int();
    if (choice == 0) {
      x = x - 1;
      y = x;
    } else if (choice == 1) {
      y = y - 1;
      x = y;
    } else
      z = z - 1;
  }
}
