/* aver: property=assert,valid-deref expect=TRUE */
/* A length that is not known, in an array that nothing divides into pieces. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#define SIZE 1000000
unsigned char bytes[SIZE];

int main(void) {
  unsigned start = __VERIFIER_nondet_uint(), length = __VERIFIER_nondet_uint();
  unsigned at = __VERIFIER_nondet_uint();
  unsigned char byte = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(start <= SIZE && length <= SIZE - start && at < SIZE);
  memset(bytes + start, byte, length);
  assert(bytes[at] == (at >= start && at - start < length ? byte : 0));
  return 0;
}
