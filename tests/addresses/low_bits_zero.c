/* aver: property=unreach-call expect=UNKNOWN reason="low bits" args="--memory objects" */
/* aver: property=unreach-call expect=FALSE at=15 */
/* aver: property=unreach-call expect=UNKNOWN reason="low bits" args="--memory objects -DBITS=4" */
/* aver: property=unreach-call expect=FALSE at=15 args="-DBITS=4" */
/* Whatever the low bits of an address are where we put the object, elsewhere they are others; that no check is left where we put
   it says nothing. */
#include <stdint.h>
extern void reach_error(void);
#ifndef BITS
#define BITS 0
#endif
static int x;

int main(void) {
  if (((uintptr_t)&x & 7) == BITS) reach_error();
  return 0;
}
