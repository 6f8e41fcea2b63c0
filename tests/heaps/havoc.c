/* aver: property=assert expect=FALSE at=19 args="--engine kiki --undefined-functions havoc" */
/* aver: property=assert expect=FALSE at=23 args="--engine kiki --undefined-functions havoc -DLATER" */
/* aver: property=assert expect=TRUE args="--engine kiki --undefined-functions havoc -DOTHER" */
/* A function without a body gets a member, got it earlier, or never. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void act(int *);
int other;

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int *block = malloc(sizeof *block);
    *block = 1;
#if defined LATER
    act(block); *block = 1; act(0);
#elif !defined OTHER
    act(block);
    assert(*block == 1);
#else
    act(&other);
#endif
    assert(*block == 1);
  }
  return 0;
}
