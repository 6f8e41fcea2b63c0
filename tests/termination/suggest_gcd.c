/* aver: property=termination expect=FALSE at=6 args="--function gcd" says="gcd ends if: a == b || (a != 0 && b != 0)" */
/* aver: property=termination expect=TRUE args="--function first" */
/* aver: property=termination expect=TRUE args="--function second" */
/* Zero is never subtracted away. */
static unsigned gcd_(unsigned a, unsigned b) {
  while (a != b)
    if (a > b) a -= b;
    else b -= a;
  return a;
}
unsigned gcd(unsigned a, unsigned b) { return gcd_(a, b); }
unsigned first(unsigned a, unsigned b) { return a == b ? gcd_(a, b) : 0; }
unsigned second(unsigned a, unsigned b) { return a != 0 && b != 0 ? gcd_(a, b) : 0; }
