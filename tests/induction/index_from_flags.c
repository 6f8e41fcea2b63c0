/* An index that is put together from bits. */
/* aver: property=array-bounds expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=15 args=-DWRONG */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int table[12] = {0};
  unsigned at = 0;
  while (__VERIFIER_nondet_uint()) {
    at = (__VERIFIER_nondet_uint() & 3) << 2 | (__VERIFIER_nondet_uint() & 3);
#ifndef WRONG
    if (at >= 12)
      continue;
#endif
    table[at]++;
  }
  return 0;
}
