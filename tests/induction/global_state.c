/* Functions that work on a global. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=27 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int users;

static void come(void) {
  if (users < 3)
    users++;
}

static void go(void) {
#ifndef WRONG
  if (users > 0)
#endif
    users--;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      come();
    else
      go();
    assert(users >= 0 && users <= 3);
    if (users < 0)
      break;
  }
  return 0;
}
