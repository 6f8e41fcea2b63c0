/* aver: property=termination expect=TRUE */
/* Two pointers approach each other: an array is reversed. */
extern unsigned __VERIFIER_nondet_uint(void);
int a[1000];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  for (int *p = a, *q = a + n; p < q; p++) {
    q--;
    int t = *p;
    *p = *q;
    *q = t;
  }
  return 0;
}
