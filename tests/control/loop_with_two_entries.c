/* aver: property=unreach-call expect=FALSE at=13 */
/* aver: property=unreach-call expect=FALSE at=13 args="--engine kiki" */
// A run that enters the loop in its middle comes to `first` later than others, with the same values, but for the first time.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (!c)
    goto second;
first:
  if (__VERIFIER_nondet_int()) {
    if (c == 0)
      reach_error();
    return 0;
  }
second:
  if (__VERIFIER_nondet_int())
    return 1;
  goto first;
}
