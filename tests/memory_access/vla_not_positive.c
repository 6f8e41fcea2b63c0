/* aver: property=vla-bound expect=FALSE at=9 args=-DLOWEST=-9 */
/* aver: property=vla-bound expect=TRUE args=-DLOWEST=1 */
/* aver: property=valid-deref expect=UNKNOWN reason="array length is not positive" args=-DLOWEST=-9 */
// C 6.7.6.2: the length of an array is greater than zero. Where nobody asks, the run ends at a negative one.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 10 || n < LOWEST) return 0;
  int cells[n];
  if (n > 0) cells[0] = 1;
  return 0;
}
