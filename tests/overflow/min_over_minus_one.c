/* aver: property=no-overflow expect=FALSE at=14 */
/* aver: property=no-overflow,no-div-by-zero expect=FALSE:no-overflow at=14 */
/* aver: property=no-div-by-zero expect=TRUE args=-DNARROW */
/* The only quotient that does not fit. It is an overflow, not a division by zero. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (y == 0) return 0;
#ifdef NARROW
  if (y == -1) return 0;
#endif
  return x / y;
}
