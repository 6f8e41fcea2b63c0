/* aver: property=valid-deref expect=TRUE args="--function lookup" */
/* A null pointer that is only read where a bit is both set and not: no run gets there. */
unsigned lookup(unsigned a) {
  unsigned *z = 0;
  if ((a & 1) && ((a & 1) ^ 1))
    return *z;
  return 0;
}
