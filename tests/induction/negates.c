/* The sign of a bounded number is turned again and again. */
/* aver: property=no-overflow expect=TRUE */
/* aver: property=no-overflow expect=FALSE at=13 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifndef WRONG
  __VERIFIER_assume(x > -2147483647 - 1);
#endif
  while (__VERIFIER_nondet_int())
    x = -x;
  return 0;
}
