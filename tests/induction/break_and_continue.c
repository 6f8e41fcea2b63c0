/* aver: property=assert,no-overflow expect=TRUE */
/* aver: property=assert expect=FALSE at=22 args=-DWRONG */
/* Several ways out of a loop and round it. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int tries = 0, done = 0;
  while (1) {
    int c = __VERIFIER_nondet_int();
    if (c == 1)
      continue;
    if (c == 2)
      break;
    if (tries == 100) {
      done = 1;
      break;
    }
    tries++;
  }
#ifdef WRONG
  assert(done || tries < 3);
#else
  assert(tries <= 100 && (!done || tries == 100));
#endif
  return 0;
}
