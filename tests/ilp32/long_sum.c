/* aver: property=no-overflow expect=TRUE data-model=LP64 */
/* aver: property=no-overflow expect=FALSE at=8 data-model=ILP32 */
/* Two ints always fit into a long where it has 64 bits. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  return a + b == 0;
}
