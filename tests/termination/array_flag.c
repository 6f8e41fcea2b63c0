/* aver: property=termination expect=FALSE at=7 */
/* An element decides, and others change. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a[4] = {0, 1, 2, 3};
  unsigned i = 0;
  while (a[3] != 0) {
    a[i & 1] += i;
    i++;
  }
  return 0;
}
