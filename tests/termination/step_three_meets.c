/* aver: property=termination expect=TRUE */
/* Steps of three meet every number of eight bits in the end. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar(), i = 0;
  while (i != n) i += 3;
  return 0;
}
