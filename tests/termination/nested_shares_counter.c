/* aver: property=termination expect=TRUE */
/* The inner loop moves the outer one's counter. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = 0, n = __VERIFIER_nondet_uint() % 100000;
  while (i < n) {
    i++;
    while (i < n && __VERIFIER_nondet_uint()) {
      i++;
    }
  }
  return 0;
}
