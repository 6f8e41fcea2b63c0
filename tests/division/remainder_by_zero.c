/* aver: property=no-div-by-zero expect=FALSE at=7 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned buckets = x & 7;
  return x % buckets;
}
