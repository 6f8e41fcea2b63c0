/* aver: property=termination expect=TRUE */
/* One grows, the other one falls by two. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() % 1000, y = __VERIFIER_nondet_uint() % 1000;
  while (x > 1) {
    x -= 2;
    y += 1;
  }
  return 0;
}
