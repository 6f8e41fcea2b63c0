/* aver: property=assert expect=TRUE */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(__builtin_popcount(x) + __builtin_popcount(~x) == 32);
  assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
  assert(__builtin_rotateleft32(x, 8) == __builtin_rotateright32(x, 24));
  assert(__builtin_parity(x) == (__builtin_popcount(x) & 1));
  if (x != 0)
    assert(x >> __builtin_ctz(x) & 1 && 31 - __builtin_clz(x) >= __builtin_ctz(x));
  assert(__builtin_ffs(0) == 0 && __builtin_bitreverse8(1) == 128 && __builtin_clrsb(-1) == 31);
  return 0;
}
