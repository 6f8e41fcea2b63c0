/* aver: property=termination expect=TRUE */
/* The argument's target is another one each time. */
static void f(const unsigned *p) {
  unsigned x = *p + 1;
  if (x < 10) f(&x);
}
int main(void) {
  unsigned a = 0;
  f(&a);
  return 0;
}
