/* aver: property=termination expect=TRUE */
/* A power of two passes any bound below 2^31. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 0x7fffffff, p = 1;
  while (p < n) {
    p <<= 1;
  }
  return 0;
}
