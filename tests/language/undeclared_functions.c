/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args=-DFRACTION */
/* aver: property=assert expect=FALSE at=18 args=-DLARGE */
/* A function that is not declared returns int, but the name of an input function or of the library tells its type. */
#define assert(c) if (!(c)) __assert_fail(#c, "", 0, "")
void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void) {
  double x = nondet_double();
  unsigned long y = __VERIFIER_nondet_ulong();
  unsigned char z = __VERIFIER_nondet_uchar();
  assert(nondet_uint() >= 0);
  assert(sqrt(6.25) == 2.5);
#ifdef FRACTION
  assert(x <= 0.25 || x >= 0.75);
#endif
#ifdef LARGE
  assert(y < 5000000000ul);
#endif
  assert(own(3) == 6 && index(1, 2) == 3);
  return 0;
}

int own(int x) { return 2 * x; }
/* The program's own function, although the library has one of this name and another type. */
int index(int a, int b) { return a + b; }
