/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=27 args=-DMISTAKE */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct flags {
  unsigned low : 3;
  signed middle : 5;
  unsigned high : 9;
  unsigned char : 0;
  unsigned char rest;
};

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  struct flags f = {0, 0, 0, 0xAB};
  f.low = x;
  f.middle = x;
  f.high = x >> 4;
  assert(f.low == (x & 7));
  assert(f.high == (x >> 4 & 511));
  assert(f.middle >= -16 && f.middle <= 15);
  assert(f.rest == 0xAB);
  f.low++;
  assert(f.low == ((x + 1) & 7) && f.high == (x >> 4 & 511));
#ifdef MISTAKE
  assert(f.middle == (int)(x & 31));
#endif
  return 0;
}
