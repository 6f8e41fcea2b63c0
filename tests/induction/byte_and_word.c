/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=14 args=-DWHOLE */
// A byte that counts along is the low byte of the count, and no more than that.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char byte = 0;
  unsigned word = 0;
  while (__VERIFIER_nondet_int()) {
    byte++;
    word++;
  }
#ifdef WHOLE
  assert(byte == word);
#endif
  assert(byte == (unsigned char)word);
  return 0;
}
