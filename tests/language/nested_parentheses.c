/* aver: property=assert,no-overflow expect=TRUE */
/* Generated code is nested more deeply than clang accepts by default (256): here 4,096 pairs of parentheses. */
#include <assert.h>
#define NEST4(x) ((((x))))
#define NEST16(x) NEST4(NEST4(NEST4(NEST4(x))))
#define NEST64(x) NEST16(NEST16(NEST16(NEST16(x))))
#define NEST256(x) NEST64(NEST64(NEST64(NEST64(x))))
#define NEST1024(x) NEST256(NEST256(NEST256(NEST256(x))))
#define NEST4096(x) NEST1024(NEST1024(NEST1024(NEST1024(x))))

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = NEST4096(x) / 2;
  assert(y <= 0x3fffffff);
  return 0;
}
