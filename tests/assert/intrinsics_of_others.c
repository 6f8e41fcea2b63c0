/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args=-DWEAK */
/* What programs for CBMC use. */
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);

int main(void) {
  int x = nondet_int();
#ifdef WEAK
  __CPROVER_assume(x >= 0);
#else
  __CPROVER_assume(x > 0);
#endif
  int y = x / 2;
  __CPROVER_assert(y < x, "half is less");
  return 0;
}
