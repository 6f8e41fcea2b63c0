/* aver: property=termination expect=TRUE */
/* Two arguments in lexicographic order. */
static unsigned a(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return a(m - 1, 1);
  return a(m - 1, a(m, n - 1));
}
int main(void) { return (int)a(2, 2); }
