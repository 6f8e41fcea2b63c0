/* aver: property=termination expect=TRUE */
/* A counter that falls to zero. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  while (n > 0) n--;
  return 0;
}
