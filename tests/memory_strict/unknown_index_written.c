/* aver: property=no-uninitialised expect=FALSE at=12 */
/* aver: property=no-uninitialised expect=TRUE args=-DSAME */
// One element is written, and one is read, which may be another one.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int cells[5];
  unsigned i = __VERIFIER_nondet_uint() % 5, j = __VERIFIER_nondet_uint() % 5;
  cells[i] = 1;
#ifdef SAME
  j = i;
#endif
  return cells[j];
}
