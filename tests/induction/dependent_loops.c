/* aver: property=assert,no-overflow expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args=-DWRONG */
/* The inner loop is bounded by the outer one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 30000)
    return 0;
  for (int i = 1; i <= n; i++) {
    int j = 0;
    while (j < i)
      j++;
#ifdef WRONG
    assert(j < 4);
#else
    assert(j <= n);
#endif
  }
  return 0;
}
