/* The bound of the second loop is what the first one reached. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int reached = 0;
  while (reached < 500 && __VERIFIER_nondet_int())
    reached++;
  int again = 0;
  while (again < reached) {
    again++;
#ifdef WRONG
    assert(again < 3);
#else
    assert(again <= 500);
#endif
  }
  return 0;
}
