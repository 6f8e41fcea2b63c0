/* aver: property=assert expect=FALSE:assert at=17 */
/* Halves of words: the last one need not be set as a whole. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#define COUNT 100000
unsigned words[COUNT];

int main(void) {
  unsigned length = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
  __VERIFIER_assume(length <= sizeof words && at < length / 2);
  memset(words, 0xFF, length);
  assert(at / 2 >= COUNT || words[at / 2] == 0xFFFFFFFF);
  return 0;
}
