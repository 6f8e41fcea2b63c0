/* What is allowed depends on the mode. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=30 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int mode = 0, level = 0;
  while (__VERIFIER_nondet_int()) {
    switch (mode) {
    case 0:
      level = 0;
      mode = 1;
      break;
    case 1:
      if (level < 5)
        level++;
      else
        mode = 2;
      break;
    default:
      level--;
#ifdef WRONG
      if (level == -1)
#else
      if (level == 0)
#endif
        mode = 0;
    }
    assert(level >= 0 && level <= 5);
  }
  return 0;
}
