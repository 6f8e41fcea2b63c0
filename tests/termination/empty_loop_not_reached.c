/* aver: property=termination expect=TRUE */
/* The endless loop cannot be reached. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 10 && x < 5)
    while (1) {
    }
  return 0;
}
