/* aver: property=no-overflow expect=TRUE */
/* aver: property=no-overflow expect=FALSE at=11 args=-DWRONG */
/* The last increment fits, one more would not. */
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
#ifdef WRONG
  int x = INT_MAX - 2;
  while (__VERIFIER_nondet_int())
    x++;
#else
  int x = 0;
  while (x < INT_MAX)
    x++;
#endif
  return x > 0;
}
