/* aver: property=valid-deref expect=FALSE at=11 */
// Two variables may be neighbours on a real stack; an index from one into the other is invalid all the same.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[2] = {1, 2};
  int b[2] = {3, 4};
  int i = __VERIFIER_nondet_int();
  int *p = a;
  if (i < 0 || i > 3) return 0;
  return p[i] + b[0];
}
