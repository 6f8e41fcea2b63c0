/* aver: property=termination expect=TRUE */
/* One loop after the other. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = n, j = 0;
  while (i > 0) i--;
  while (j < n) j++;
  while (j > 0) j -= 1;
  return 0;
}
