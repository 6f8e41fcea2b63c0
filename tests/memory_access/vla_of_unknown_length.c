/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=13 args=-DSLACK=1 */
// An index below the length of an array of variable length is fine, and the length itself is not.
extern int __VERIFIER_nondet_int(void);
#ifndef SLACK
#define SLACK 0
#endif
int main(void) {
  int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  char cells[n];
  if (i < 0 || i >= n + SLACK) return 0;
  cells[i] = 1;
  return cells[i];
}
