/* aver: property=no-overflow expect=TRUE args=-DCASE=0 */
/* aver: property=no-overflow expect=FALSE at=17 args=-DCASE=1 */
/* aver: property=no-overflow expect=FALSE at=19 args=-DCASE=2 */
/* aver: property=no-overflow expect=FALSE at=21 args=-DCASE=3 */
/* aver: property=no-overflow expect=FALSE at=24 args=-DCASE=5 data-model=ILP32 */
/* Operators on atomic integers overflow as on others; the functions wrap around (7.17.7.5p3). */
#include <limits.h>
#include <stdatomic.h>
_Atomic int x = INT_MAX;
_Atomic unsigned u = UINT_MAX;
_Atomic short s = SHRT_MAX;
int main(void) {
  u++;
  u += 5;
  s++;
#if CASE == 1
  x++;
#elif CASE == 2
  x += 1;
#elif CASE == 3
  x *= 2;
#elif CASE == 5
  _Atomic long long w = LLONG_MIN;
  w -= 1;
#else
  atomic_fetch_add(&x, 1);
  int plain = INT_MIN; __sync_fetch_and_sub(&plain, 1);
  __atomic_add_fetch(&plain, 1, __ATOMIC_SEQ_CST);
  x++;
#endif
  return 0;
}
