/* aver: property=assert,no-div-by-zero expect=TRUE */
/* aver: property=no-div-by-zero expect=FALSE args="-DZERO" at=8 */
#include <assert.h>
#include <stdlib.h>

int main(void) {
#ifdef ZERO
  div_t bad = div(7, 0);
  return bad.quot;
#endif
  div_t d = div(-7, 2);
  assert(d.quot == -3 && d.rem == -1);
  ldiv_t l = ldiv(100000L, 7L);
  assert(l.quot == 14285 && l.rem == 5);
  lldiv_t w = lldiv(1LL << 40, 3);
  assert(3 * w.quot + w.rem == 1LL << 40);
  assert(abs(-3) == 3 && labs(-4L) == 4 && llabs(-5LL) == 5);
  return 0;
}
