/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=16 args="-DTWICE" */
/* aver: property=assert expect=TRUE args="-DTWICE --volatile memory" */
/* aver: property=assert expect=FALSE at=20 args="-DTAKEN" */
/* What is read from a volatile object may have changed since it was written, by hardware or an interrupt; but not in a
   local variable whose address nobody has. */
#include <assert.h>
static volatile unsigned status;

int main(void) {
  volatile int local = 3;
  assert(local == 3);
  status = 1;
  unsigned first = status;
#ifdef TWICE
  assert(first == status);
#endif
#ifdef TAKEN
  volatile int seen = 5, *p = &seen;
  assert(*p == 5);
#endif
  return first & 1;
}
