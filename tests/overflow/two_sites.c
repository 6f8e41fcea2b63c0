/* aver: property=no-overflow expect=FALSE at=8 args=--stop-on-fail */
/* Two sums of the same operands: a run meets the first one first. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int a = x + y;
  int b = x + y;
  return a == b;
}
