/* aver: property=assert,valid-deref expect=TRUE args="--engine kiki" */
/* aver: property=assert expect=FALSE at=16 args="--engine kiki -DWRONG" */
/* A pointer with a mark in its low bit, and an index that is a variable: which of them is the base? */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  while (__VERIFIER_nondet_int()) {
    char *block = malloc(8);
    memset(block, 3, 8);
    uintptr_t marked = (uintptr_t)block | 1;
    long index = __VERIFIER_nondet_int() & 7;
    assert(((char *)(marked & ~(uintptr_t)1))[index] == 3
#ifdef WRONG
           - (index == 5)
#endif
    );
  }
  return 0;
}
