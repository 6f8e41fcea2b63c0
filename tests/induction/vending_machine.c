/* A machine gives a drink for three coins. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int coins = 0, drinks = 0;
  while (drinks < 1000) {
    if (__VERIFIER_nondet_int()) {
      if (coins < 3)
        coins++;
#ifdef WRONG
    } else if (coins >= 2) {
#else
    } else if (coins == 3) {
#endif
      assert(coins == 3);
      coins = 0;
      drinks++;
    }
  }
  return 0;
}
