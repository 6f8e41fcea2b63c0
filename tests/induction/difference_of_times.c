/* A clock that never goes back. */
/* aver: property=no-overflow expect=TRUE */
/* aver: property=no-overflow expect=FALSE at=15 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int now = 0, start = 0;
  while (__VERIFIER_nondet_int()) {
    int later = __VERIFIER_nondet_int();
#ifndef WRONG
    __VERIFIER_assume(later >= now);
#endif
    now = later;
    if (now - start > 60)
      start = now;
  }
  return 0;
}
