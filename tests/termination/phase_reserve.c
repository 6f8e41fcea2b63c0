/* aver: property=termination expect=TRUE */
/* As long as there is a reserve, what falls is filled up again. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), reserve = __VERIFIER_nondet_uint();
  while (x > 0) {
    x--;
    if (reserve > 0) {
      reserve--;
      x = __VERIFIER_nondet_uint();
    }
  }
  return 0;
}
