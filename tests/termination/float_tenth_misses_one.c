/* aver: property=termination expect=FALSE at=5 */
/* Ten tenths are not one. */
int main(void) {
  double x = 0.0;
  while (x != 1.0) {
    x += 0.1;
    if (x > 100.0) x = 2.0;
  }
  return 0;
}
