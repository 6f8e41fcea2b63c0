/* aver: property=termination expect=TRUE */
/* Remainders fall. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint() & 0xff, b = __VERIFIER_nondet_uint() & 0xff;
  while (b != 0) {
    unsigned r = a % b;
    a = b;
    b = r;
  }
  return (int)a;
}
