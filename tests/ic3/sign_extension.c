/* A negative byte becomes a negative int, and an unsigned one does not. */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=18 args="--engine ic3 -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  signed char c = 0;
  int wide = 0;
  while (__VERIFIER_nondet_int()) {
    c = (signed char)(c - 1);
#ifdef WRONG
    wide = (unsigned char)c;
#else
    wide = c;
#endif
    /* The difference is one round behind at no time. */
    assert(wide == c);
    assert(wide >= -128 && wide <= 127);
  }
  return 0;
}
