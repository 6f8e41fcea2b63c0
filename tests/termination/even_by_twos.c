/* aver: property=termination expect=TRUE */
/* Even numbers meet zero. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = 2 * __VERIFIER_nondet_uint();
  while (x != 0) {
    x -= 2;
  }
  return 0;
}
