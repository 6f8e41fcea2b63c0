/* aver: property=no-unrelated-pointers expect=FALSE at=7 */
/* aver: property=no-unrelated-pointers expect=TRUE args=-DSAME */
// C 6.5.8: only pointers into one object have an order.
int main(void) {
  int a[2] = {0}, b[2] = {0};
#ifndef SAME
  return a < b;
#else
  return a < a + 2 && b >= b;
#endif
}
