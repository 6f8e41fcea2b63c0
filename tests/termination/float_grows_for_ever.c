/* aver: property=termination expect=FALSE at=6 */
/* It becomes infinite and stays so. */
int main(void) {
  double x = 1.0;
  unsigned rounds = 0;
  while (x > 0.0) {
    x = x * 2.0;
    rounds++;
  }
  return 0;
}
