/* aver: property=termination expect=FALSE at=3 */
/* Two arguments take turns. */
static int f(int a, int b) {
  if (a == b) return 0;
  return f(b, a);
}
int main(void) { return f(1, 2); }
