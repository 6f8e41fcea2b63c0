/* aver: property=termination expect=TRUE */
/* All bits leave at the top. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x) x <<= 1;
  return 0;
}
