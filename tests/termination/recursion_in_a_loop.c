/* aver: property=termination expect=TRUE */
/* Each call ends, and the loop, too. */
static unsigned sum(unsigned n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) {
  unsigned s = 0;
  for (unsigned i = 0; i < 5; i++) s += sum(i);
  return (int)s;
}
