/* aver: property=termination expect=UNKNOWN reason="signed addition overflows" */
/* The loop ends only if a signed overflow wraps around. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 0) x++;
  return 0;
}
