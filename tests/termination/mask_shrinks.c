/* aver: property=termination expect=TRUE */
/* Bits are cleared from the top. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x & 0xff) {
    x = (x & 0xff) >> 1;
  }
  return 0;
}
