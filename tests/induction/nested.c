/* aver: property=assert,no-overflow expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000)
    return 0;
  int inner = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
#ifdef WRONG
      inner = i == 5 ? 100000 : j;
#else
      inner = j;
#endif
      assert(inner < n);
    }
  return 0;
}
