/* aver: property=assert expect=REJECTED reason="no function `main`" */
int nondet_int(void);
int parse(const char *text) {
  int digit = nondet_int();
  __CPROVER_assume(0 <= digit && digit < 10);
  return digit;
}
