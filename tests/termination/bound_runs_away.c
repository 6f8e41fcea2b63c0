/* aver: property=termination expect=FALSE at=6 */
/* The bound moves away as fast as the counter. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned c = 0, bound = 100;
  while (c != bound) {
    c += 2;
    bound += 2;
  }
  return 0;
}
