/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects" */
/* aver: property=unreach-call expect=FALSE at=16 */
/* aver: property=unreach-call expect=TRUE args="-DFITS" */
/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" data-model=ILP32 args="--memory objects" */
/* aver: property=unreach-call expect=FALSE at=16 data-model=ILP32 */
/* The remainder of an address is any number below the divisor, as far as one can know. */
#include <stdint.h>
extern void reach_error(void);

int main(void) {
  int x = 0;
  uintptr_t number = (uintptr_t)&x;
#ifdef FITS
  if (number % 7 > 6) reach_error();
#else
  if (number % 7 == 3) reach_error();
#endif
  return x;
}
