/* aver: property=termination expect=FALSE at=5 args="--function halve" says="halve ends if: flag != 0 || x <= 1" */
/* aver: property=termination expect=TRUE args="--function given" */
/* Whether the loop does anything is an argument. */
unsigned halve(unsigned x, int flag) {
  while (x > 1)
    if (flag) x = x / 2;
  return x;
}
unsigned given(unsigned x, int flag) { return flag != 0 || x <= 1 ? halve(x, flag) : 0; }
