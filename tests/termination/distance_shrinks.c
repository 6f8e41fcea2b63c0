/* aver: property=termination expect=TRUE */
/* The distance shrinks by one. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  while (x < y) {
    x++;
  }
  return 0;
}
