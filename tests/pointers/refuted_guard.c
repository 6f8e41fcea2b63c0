/* aver: property=valid-deref expect=TRUE args="--function lookup" */
/* The null pointer stands behind a condition that contradicts itself. */
unsigned lookup(unsigned a) {
  unsigned *z = 0;
  if ((a & 1) && ((a & 1) ^ 1)) return *z;
  return 0;
}
