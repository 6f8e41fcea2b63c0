/* aver: property=assert,valid-deref expect=TRUE */
/* Words copied into an array of bytes at any place, and back. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#define COUNT 300
unsigned words[COUNT];
unsigned char bytes[4 * COUNT + 4];

int main(void) {
  unsigned count = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
  unsigned start = __VERIFIER_nondet_uint();
  __VERIFIER_assume(count <= COUNT && at < count && start < 4);
  words[at] = 0xABCD;
  memcpy(bytes + start, words, count * sizeof *words);
  assert(bytes[start + 4 * at] == 0xCD && bytes[start + 4 * at + 1] == 0xAB);
  memset(words, 0, sizeof words);
  memcpy(words, bytes + start, count * sizeof *words);
  assert(words[at] == 0xABCD);
  return 0;
}
