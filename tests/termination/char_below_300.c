/* aver: property=termination expect=FALSE at=4 */
/* A char is always less than 300. */
int main(void) {
  for (unsigned char c = 0; c < 300; c++) {
  }
  return 0;
}
