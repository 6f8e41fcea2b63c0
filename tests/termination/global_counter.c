/* aver: property=termination expect=TRUE */
/* The counter is a global variable. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned n;
static void tick(void) { n--; }
int main(void) {
  n = __VERIFIER_nondet_uint();
  while (n != 0) tick();
  return 0;
}
