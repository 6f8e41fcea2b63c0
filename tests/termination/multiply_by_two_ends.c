/* aver: property=termination expect=TRUE */
/* All bits are shifted out. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() & 0xff;
  int rounds = 0;
  while (x != 0 && rounds < 40) {
    x = x * 2;
    rounds++;
  }
  return 0;
}
