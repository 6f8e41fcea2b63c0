/* aver: property=termination expect=TRUE */
/* An unsigned char wraps around to zero. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  while (c) c++;
  return 0;
}
