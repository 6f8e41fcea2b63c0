/* Unsigned overflow as a property of its own. */
/* aver: property=no-unsigned-overflow expect=TRUE */
/* aver: property=no-unsigned-overflow expect=FALSE at=10 args=-DWRONG */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_uint()) {
#ifdef WRONG
    n = n - 1;
#else
    if (n > 0)
      n = n - 1;
    else
      n = 100;
#endif
  }
  return 0;
}
