/* aver: property=termination expect=TRUE */
/* One of two conditions ends the loop. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = 0, n = __VERIFIER_nondet_uint();
  while (i < n && __VERIFIER_nondet_uint()) i++;
  return 0;
}
