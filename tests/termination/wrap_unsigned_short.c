/* aver: property=termination expect=TRUE */
/* So does an unsigned short. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned short s = __VERIFIER_nondet_uchar();
  while (s) s++;
  return 0;
}
