/* A counter modulo seven. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=17 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#ifdef WRONG
#define LAST 7
#else
#define LAST 6
#endif

int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    n = n == LAST ? 0 : n + 1;
    assert(n < 7);
  }
  return 0;
}
