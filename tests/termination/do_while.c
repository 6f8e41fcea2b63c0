/* aver: property=termination expect=TRUE */
/* A loop that tests at its end. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = 0, n = __VERIFIER_nondet_uint();
  do i++;
  while (i < n);
  return 0;
}
