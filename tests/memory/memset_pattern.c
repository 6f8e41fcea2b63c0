/* aver: property=assert,valid-deref expect=TRUE */
/* Bytes written, words read. */
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned words[3];
  memset(words, 0, sizeof words);
  assert(words[0] == 0 && words[2] == 0);
  unsigned char byte = __VERIFIER_nondet_uchar();
  memset(words + 1, byte, sizeof *words);
  assert(words[1] == byte * 0x01010101u);
  assert(words[0] == 0 && words[2] == 0);
  memset((char *)words + 3, 0xFF, 2);
  assert(words[0] == 0xFF000000u && (words[1] & 0xFF) == 0xFF);
  return 0;
}
