/* aver: property=valid-deref expect=FALSE at=6 */
/* An address out of thin air. */
int main(void) {
  volatile unsigned long address = 0x1234;
  int *p = (int *)address;
  return *p;
}
