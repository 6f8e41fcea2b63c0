/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert expect=FALSE:assert at=22 args="-DWRONG" */
/* Within one array, towards its end: what was there before is moved, not what was just written. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#define SIZE 200000
unsigned char bytes[SIZE];

int main(void) {
  unsigned length = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
  __VERIFIER_assume(at < length && length < SIZE - 1);
  bytes[at] = 1;
  bytes[at + 1] = 2;
  memmove(bytes + 1, bytes, length);
  assert(bytes[at + 1] == 1);
#ifdef WRONG
  assert(bytes[at + 2] == 1);
#else
  assert(at + 1 >= length || bytes[at + 2] == 2);
#endif
  return 0;
}
