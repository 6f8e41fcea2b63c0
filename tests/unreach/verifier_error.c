/* aver: property=unreach-call expect=FALSE at=10 */
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_error(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  char d = c;
  if (d >= '0' && d <= '9') d += 1;
  if (d == ':') {
    __VERIFIER_error();
  }
  return 0;
}
