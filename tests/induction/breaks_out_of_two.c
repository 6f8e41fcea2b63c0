/* A jump out of two loops. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i, j = 0;
  for (i = 0; i < 100; i++)
    for (j = 0; j < 100; j++)
      if (__VERIFIER_nondet_int())
        goto out;
out:
#ifdef WRONG
  assert(i != 1 || j != 2);
#else
  assert(i <= 100 && j <= 100);
#endif
  return 0;
}
