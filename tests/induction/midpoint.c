/* The middle of two indices. */
/* aver: property=no-overflow expect=TRUE */
/* aver: property=no-overflow expect=FALSE at=10 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = 0, high = 2147483647;
  while (low < high) {
#ifdef WRONG
    int middle = (low + high) / 2;
#else
    int middle = low + (high - low) / 2;
#endif
    if (__VERIFIER_nondet_int())
      low = middle + 1;
    else
      high = middle;
  }
  return 0;
}
