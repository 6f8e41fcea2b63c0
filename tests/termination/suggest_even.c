/* aver: property=termination expect=FALSE at=5 args="--function twos" says="twos ends if: (n & 1) != 1" */
/* aver: property=termination expect=TRUE args="--function given" */
/* Odd numbers step over zero. */
void twos(unsigned n) {
  while (n != 0) n -= 2;
}
void given(unsigned n) {
  if ((n & 1) == 0) twos(n);
}
