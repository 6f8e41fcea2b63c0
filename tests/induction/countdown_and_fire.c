/* A countdown is reset or fires, but does not fire early. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=20 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int timer = 10, fired = 0;
  while (!fired) {
    if (__VERIFIER_nondet_int())
      timer = 10;
    else
      timer--;
#ifdef WRONG
    if (timer <= 5)
#else
    if (timer == 0)
#endif
      fired = 1;
    assert(!fired || timer == 0);
  }
  return 0;
}
