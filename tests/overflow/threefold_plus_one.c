/* aver: property=no-overflow expect=TRUE */
/* aver: property=no-overflow expect=FALSE at=12 args=-DMOST=715827883 */
// The largest odd number below the limit still fits; with a limit of one more it does not.
#ifndef MOST
#define MOST 715827882
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 1 && x <= MOST) {
    if (x % 2 == 0) x /= 2;
    else x = 3 * x + 1;
  }
  return 0;
}
