/* aver: property=unreach-call expect=TRUE */
// Like `case_inside_a_loop.c`, but what both ways in have in common is all that is asked about.
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
      reach_error();
  }
  return 0;
}
