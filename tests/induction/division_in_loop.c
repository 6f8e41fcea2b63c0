/* A divisor that counts down to one. */
/* aver: property=no-div-by-zero expect=TRUE */
/* aver: property=no-div-by-zero expect=FALSE at=15 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);

#ifdef WRONG
#define LAST 0
#else
#define LAST 1
#endif

int main(void) {
  int q = 0;
  for (int d = 10; d >= LAST; d--)
    q += 1000 / d;
  return q;
}
