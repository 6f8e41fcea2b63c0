/* aver: property=assert expect=FALSE at=12 */
/* aver: property=assert expect=TRUE args=-DGUARD */
/* A function that is only declared may return anything. */
#include <assert.h>
int measure(void);

int main(void) {
  int m = measure();
#ifdef GUARD
  if (m < 0 || m > 100) return 0;
#endif
  assert(m <= 100);
  return 0;
}
