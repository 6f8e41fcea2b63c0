/* aver: property=assert expect=TRUE */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  signed char narrow = (signed char)x;
  unsigned char byte = (unsigned char)x;
  assert((narrow & 0xFF) == byte);
  assert((unsigned)(int)narrow == (byte < 128 ? byte : 0xFFFFFF00u | byte));
  long long wide = x;
  assert((int)wide == x);
  assert((unsigned long long)(unsigned)x == ((unsigned long long)wide & 0xFFFFFFFFull));
  if (x == -1) assert((unsigned)x > 1u);
  return 0;
}
