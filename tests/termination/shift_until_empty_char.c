/* aver: property=termination expect=TRUE */
/* Eight shifts empty a char. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  while (c) {
    c <<= 1;
  }
  return 0;
}
