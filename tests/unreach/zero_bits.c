/* aver: property=unreachable-code,no-overflow expect=TRUE */
/* aver: property=assert expect=TRUE */
/* aver: property=unreachable-code expect=FALSE at=18 args=-DCASE=1 */
/* aver: property=assert expect=UNKNOWN reason="called with zero" args=-DCASE=1 */
/* aver: property=unreachable-code expect=FALSE at=20 args=-DCASE=2 */
/* `__builtin_ffs` and counting with a default are defined for zero, `__builtin_clz` is not. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int zero = 0;
  assert(__builtin_ffs(zero) == 0 && __builtin_ffsll(0) == 0 && __builtin_ffs(8) == 4);
  assert(__builtin_clzg(0u + zero, 7) == 7 && __builtin_ctzg((unsigned char)zero, 9) == 9);
  assert(__builtin_clzg((unsigned char)1, 7) == 7 && __builtin_ctzg(4u, 9) == 2);
  int k = __builtin_ffs(n);
  assert(k >= 0 && k <= 32);
#if CASE == 1
  k = __builtin_clz(n);
#elif CASE == 2
  k = __builtin_ctzg((unsigned)n);
#endif
  assert(k <= 32);
  return 0;
}
