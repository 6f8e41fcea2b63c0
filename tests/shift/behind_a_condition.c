/* aver: property=no-shift-error,no-overflow expect=TRUE args=-DCASE=1 */
/* aver: property=no-shift-error expect=FALSE at=14 args=-DCASE=2 */
/* aver: property=no-overflow expect=FALSE at=16 args=-DCASE=3 */
// Nothing but a check depends on the condition, and still it does.
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), r = 0;
  if (n < 3 || n > 4) return 0;
#if CASE == 1
  if (n > 4) 1 << 40;
  if (n == 3 || n == 4 || 1 << 31) r++;
  n > 4 ? 1 << 31 : 2;
#elif CASE == 2
  if (n > 3) 1 << 40;
#else
  if (n == 3 || n == 4 && 1 << 31) r++;
#endif
  return r;
}
