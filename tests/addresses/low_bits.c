/* aver: property=unreach-call expect=UNKNOWN reason="low bits" args="--memory objects" */
/* aver: property=unreach-call expect=FALSE at=14 */
/* aver: property=unreach-call expect=TRUE args="-DALIGNED" */
/* The low bits of an address are known as far as the alignment of the object fixes them, and no further. */
#include <stdint.h>
extern void reach_error(void);
#ifdef ALIGNED
static _Alignas(8) int x;
#else
static int x;
#endif

int main(void) {
  if (((uintptr_t)&x & 7) == 4) reach_error();
  return 0;
}
