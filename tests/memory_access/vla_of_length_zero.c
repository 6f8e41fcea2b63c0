/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=11 args=-DACCESS */
/* aver: property=vla-bound expect=FALSE at=9 */
// An array of length zero violates a property of its own. Where nobody asks, it is an object without bytes, as in gcc.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 10) return 0;
  int cells[n];
#ifdef ACCESS
  cells[0] = 1;
#else
  if (n > 0) cells[n - 1] = 1;
#endif
  return 0;
}
