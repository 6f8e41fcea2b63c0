/* aver: property=unreach-call expect=FALSE at=18 */
// `case 2` stands in the body of a loop: the head is reached from there, and left, without a value that has changed.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  switch (c) {
  case 1:
    for (;;) {
      if (__VERIFIER_nondet_int())
        break;
  case 2:
      if (__VERIFIER_nondet_int())
        return 0;
    }
    if (c != 1 && c != 2)
      return 1;
    if (c == 2) reach_error();
  }
  return 0;
}
