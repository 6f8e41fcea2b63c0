/* aver: property=termination expect=TRUE */
/* Each counter waits for the next one. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = __VERIFIER_nondet_uint();
  while (x < y) {
    if (x < z) x++;
    else z++;
  }
  return 0;
}
