/* A number is doubled while it is small enough. */
/* aver: property=no-overflow expect=TRUE */
/* aver: property=no-overflow expect=FALSE at=16 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);

#ifdef WRONG
#define ENOUGH 2000000000
#else
#define ENOUGH 1000000000
#endif

int main(void) {
  int x = 1;
  while (__VERIFIER_nondet_int())
    if (x < ENOUGH)
      x = x * 2;
  return 0;
}
