/* aver: property=valid-deref expect=TRUE args="--function find --args-size a=n" */
/* aver: property=valid-deref expect=TRUE args="--function reverse --args-size a=n" */
/* aver: property=valid-deref expect=FALSE at=19 args="--function reverse_badly --args-size a=n" */
/* More functions of an array and its length. */
int find(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x) return i;
  return -1;
}

void reverse(int *a, unsigned n) {
  if (!n) return;
  for (unsigned i = 0, j = n - 1; i < j; i++, j--) { int t = a[i]; a[i] = a[j]; a[j] = t; }
}

void reverse_badly(int *a, unsigned n) {
  for (unsigned i = 0, j = n; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}
