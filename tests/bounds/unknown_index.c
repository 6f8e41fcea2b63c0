/* aver: property=array-bounds expect=FALSE at=12 */
/* aver: property=array-bounds,valid-deref expect=TRUE args=-DLAST=9 */
extern int __VERIFIER_nondet_int(void);
#ifndef LAST
#define LAST 10
#endif

int main(void) {
  int a[10] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > LAST) return 0;
  a[i] = 1;
  return a[0];
}
