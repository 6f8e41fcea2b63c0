/* aver: property=termination expect=FALSE at=9 */
/* Two loops end, the third one does not. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 10;
  unsigned i = n, j = 0;
  while (i > 0) i--;
  while (j < n) j++;
  while (j % 2 == n % 2) {
    j += 2;
  }
  return 0;
}
