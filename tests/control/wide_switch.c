/* aver: property=assert expect=TRUE */
#include <assert.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  int kind;
  switch (x) {
    case 0xFFFFFFFFFFFFFFFFull: kind = 1; break;
    case 0x100000000ull: kind = 2; break;
    case 0: kind = 3; break;
    default: kind = 4;
  }
  if (kind == 2) assert((unsigned)x == 0 && x >> 32 == 1);
  if (kind == 1) assert(x + 1 == 0);
  if (kind == 4) assert(x != 0);
  return 0;
}
