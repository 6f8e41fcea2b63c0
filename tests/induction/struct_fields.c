/* Two fields of a structure move together. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=20 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct span {
  int from, to;
};

int main(void) {
  struct span s = {0, 10};
  while (s.to < 100000 && __VERIFIER_nondet_int()) {
    s.from += 3;
#ifdef WRONG
    s.to += 2;
#else
    s.to += 3;
#endif
    assert(s.to - s.from == 10);
  }
  return 0;
}
