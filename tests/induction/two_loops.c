/* What the first loop establishes, the second one needs. */
/* aver: property=assert expect=TRUE args="--engine kiki --domain intervals" */
/* aver: property=assert expect=FALSE at=20 args=-DWRONG */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int level = 10;
  while (__VERIFIER_nondet_int())
    if (level < 50)
      level += 5;
  while (__VERIFIER_nondet_int())
    if (level > 10)
      level--;
#ifdef WRONG
  int low = 11;
#else
  int low = 10;
#endif
  assert(level >= low && level <= 54);
  return 0;
}
