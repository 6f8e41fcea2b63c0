/* The distance of a shift stays below the width. */
/* aver: property=no-shift-error expect=TRUE */
/* aver: property=no-shift-error expect=FALSE at=15 args=-DWRONG */
extern unsigned __VERIFIER_nondet_uint(void);

#ifdef WRONG
#define WIDTH 33
#else
#define WIDTH 32
#endif

int main(void) {
  unsigned found = 0, n = 0;
  while (__VERIFIER_nondet_uint()) {
    found |= 1u << n;
    n++;
    if (n == WIDTH)
      n = 0;
  }
  return found != 0;
}
