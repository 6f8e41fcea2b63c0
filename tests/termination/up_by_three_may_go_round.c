/* aver: property=termination expect=FALSE at=6 */
/* Near the top it passes the bound and goes round. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char n = 254, i = 0;
  while (i < n) {
    i += 3;
    if (i == 255) i = 0;
  }
  return 0;
}
