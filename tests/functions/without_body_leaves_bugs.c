/* aver: property=no-div-by-zero expect=FALSE at=14 */
/* aver: property=no-div-by-zero expect=UNKNOWN reason="depends on what `fill`" args="-DREAD" */
/* A violation that has nothing to do with what a function without a body wrote is one. */
extern void fill(int *buffer, int size);

int main(void) {
  int buffer[8] = {0};
  int zero = 0;
  fill(buffer, 8);
#ifdef READ
  zero = buffer[3];
  if (zero < 0) zero = 0;
#endif
  return 100 / zero;
}
