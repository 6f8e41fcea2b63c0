/* aver: property=termination expect=FALSE at=5 */
/* Steps of two never meet an odd number. */
int main(void) {
  unsigned char i = 0;
  while (i != 7) {
    i += 2;
  }
  return 0;
}
