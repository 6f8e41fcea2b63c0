/* aver: property=termination expect=FALSE at=6 args="--function drain" says="drain ends if: n == 0 || step != 0" */
/* aver: property=termination expect=TRUE args="--function no_water" */
/* aver: property=termination expect=TRUE args="--function some_step" */
/* Two conditions, each of which is enough. */
void drain(unsigned n, unsigned step) {
  while (n > 0) {
    if (n < step) return;
    n -= step;
  }
}
void no_water(unsigned n, unsigned step) {
  if (n == 0) drain(n, step);
}
void some_step(unsigned n, unsigned step) {
  if (step != 0) drain(n, step);
}
