/* aver: property=array-bounds expect=FALSE at=9 */
/* The length is known when the program runs. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 9) return 0;
  char rows[n];
  rows[0] = 0;
  rows[n]++;
  return 0;
}
