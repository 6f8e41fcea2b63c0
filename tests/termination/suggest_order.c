/* aver: property=termination expect=UNKNOWN reason="signed addition overflows" args="--function range" says="range ends if: from <= to" */
/* aver: property=termination expect=TRUE args="--function given" */
/* The start of a range must not be beyond its end. */
int range(int from, int to) {
  int n = 0;
  for (int i = from; i != to; i++) n = !n;
  return n;
}
int given(int from, int to) { return from <= to ? range(from, to) : 0; }
