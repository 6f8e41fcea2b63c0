/* aver: property=termination expect=FALSE at=4 */
/* Ten times a tenth is not one. */
int main(void) {
  for (double x = 0; x != 1.0; x += 0.1)
    if (x > 2.0) x = 0;
  return 0;
}
