/* aver: property=termination expect=FALSE at=5 */
/* From 2^24 on, adding one changes nothing. */
int main(void) {
  float x = 16777000.0f;
  while (x < 20000000.0f) {
    x += 1.0f;
  }
  return 0;
}
