/* aver: property=no-unsigned-overflow expect=TRUE */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint() % 1000;
  unsigned b = __VERIFIER_nondet_uint() % 1000;
  unsigned difference = a > b ? a - b : b - a;
  return a * b + difference == 0;
}
