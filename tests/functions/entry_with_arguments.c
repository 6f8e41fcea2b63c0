/* aver: property=no-overflow expect=FALSE at=5 args="--function scale" */
/* aver: property=no-overflow expect=TRUE args="--function clamp" */
/* The arguments of the entry function are unknown. */
int scale(int x, short factor) {
  return x * factor;
}

int clamp(int x, int low, int high) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}
