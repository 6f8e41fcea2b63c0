/* The last step to the greatest int. */
/* aver: property=no-overflow expect=TRUE */
/* aver: property=no-overflow expect=FALSE at=15 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);

#ifdef WRONG
#define TOP 2147483647
#else
#define TOP 2147483646
#endif

int main(void) {
  int n = 2147483600;
  while (n <= TOP - 1)
    n += 2;
  return n & 1;
}
