/* aver: property=no-uninitialised expect=FALSE at=12 */
/* aver: property=no-uninitialised expect=TRUE args=-DSTART */
// Only one way writes the variable.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x;
#ifdef START
  x = 0;
#endif
  if (__VERIFIER_nondet_int() == 3) x = 1;
  return x;
}
