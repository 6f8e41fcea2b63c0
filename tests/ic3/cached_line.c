/* Two caches and a memory that share a line of one value (modified, shared, invalid): a read sees what was written last. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=35 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { INVALID, SHARED, MODIFIED };

int main(void) {
  int a = INVALID, b = INVALID;
  unsigned char in_a = 0, in_b = 0, memory = 0, last = 0;
  while (1) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      if (a == INVALID) {
        if (b == MODIFIED) {
          memory = in_b;
          b = SHARED;
        }
        in_a = memory;
        a = SHARED;
      }
      assert(in_a == last);
      break;
    case 1:
      if (b == INVALID) {
        if (a == MODIFIED) {
          memory = in_a;
          a = SHARED;
        }
        in_b = memory;
        b = SHARED;
      }
      assert(in_b == last);
      break;
    case 2:
      if (b == MODIFIED)
        memory = in_b;
#ifdef WRONG
      if (b != SHARED || a == INVALID)
#endif
        b = INVALID;
      a = MODIFIED;
      in_a = last = (unsigned char)__VERIFIER_nondet_int();
      break;
    case 3:
      if (a == MODIFIED)
        memory = in_a;
      a = INVALID;
      b = MODIFIED;
      in_b = last = (unsigned char)__VERIFIER_nondet_int();
      break;
    case 4:
      if (a == MODIFIED)
        memory = in_a;
      a = INVALID;
      break;
    case 5:
      if (b == MODIFIED)
        memory = in_b;
      b = INVALID;
      break;
    }
  }
}
