/* An input decides after how many iterations the assertion fails: three thousand million, and no other number. */
/* aver: property=assert expect=FALSE at=16 */
/* aver: property=assert expect=TRUE args=-DNEAR */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned limit = __VERIFIER_nondet_uint(), up = 0, down = 7;
#ifdef NEAR
  if (limit > 2999999999u)
    return 0;
#endif
  while (up < limit) {
    up++, down -= 2;
  }
  assert(up != 3000000000u);
  return down == 1;
}
