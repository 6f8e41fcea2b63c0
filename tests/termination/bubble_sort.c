/* aver: property=termination expect=TRUE */
/* Sorting ends. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4];
  for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
  for (int n = 4; n > 1; n--)
    for (int i = 0; i + 1 < n; i++)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
  return 0;
}
