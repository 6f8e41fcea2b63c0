/* aver: property=valid-deref expect=FALSE at=7 */
// C 6.7.6.2: the length of an array is greater than zero.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 10) return 0;
  int cells[n];
  if (n > 0) cells[0] = 1;
  return 0;
}
