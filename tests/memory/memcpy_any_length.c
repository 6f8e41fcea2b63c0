/* aver: property=assert,valid-deref expect=TRUE */
/* Words copied as bytes, and only as many as were asked for. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#define COUNT 1000000
unsigned from[COUNT], to[COUNT];

int main(void) {
  unsigned count = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
  unsigned written = __VERIFIER_nondet_uint();
  __VERIFIER_assume(count <= COUNT && at < COUNT && written < COUNT);
  from[written] = 42;
  to[at] = 7;
  memcpy(to, from, count * sizeof *to);
  if (written < count)
    assert(to[written] == 42);
  if (at >= count)
    assert(to[at] == 7);
  return 0;
}
