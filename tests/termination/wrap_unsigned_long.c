/* aver: property=termination expect=TRUE */
/* And an unsigned long. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned long s = __VERIFIER_nondet_uchar();
  while (s) s++;
  return 0;
}
