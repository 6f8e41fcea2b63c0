/* aver: property=termination expect=TRUE */
/* One of two counters falls, an input says which. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_uint()) x--;
    else y--;
  }
  return 0;
}
