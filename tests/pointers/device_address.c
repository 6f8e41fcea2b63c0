/* aver: property=valid-deref expect=FALSE at=8 */
/* aver: property=valid-deref expect=TRUE args="-DNEVER" */
/* A number that is used as an address, as drivers do: no object of the program lies there. */
int main(void) {
  volatile unsigned *status = (volatile unsigned *)0x404040;
#ifndef NEVER
  if (status)
    return *status;
#endif
  return 0;
}
