/* The inner loop starts where the outer one stands. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=13 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  for (int i = 0; i < 1000; i++) {
    int j = i;
    while (j < 1000 && __VERIFIER_nondet_int())
      j++;
#ifdef WRONG
    assert(j == i);
#else
    assert(j >= i && j <= 1000);
#endif
  }
  return 0;
}
