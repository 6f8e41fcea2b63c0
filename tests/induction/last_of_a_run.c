/* The greatest of all inputs so far. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int greatest = -2147483647 - 1, x;
  while ((x = __VERIFIER_nondet_int()) != 0) {
#ifdef WRONG
    if (x > greatest && x != 77)
#else
    if (x > greatest)
#endif
      greatest = x;
    assert(greatest >= x);
  }
  return 0;
}
