/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args="--undefined-functions=havoc" */
/* aver: property=assert expect=TRUE args="--undefined-functions=havoc -DWEAK" */
/* aver: property=assert expect=FALSE at=21 args="--undefined-functions=havoc -DWEAK -DUNSIZED" */
/* What a function without a body may change: with havoc, every variable, also one of this file only. */
#include <assert.h>
extern void unknown(void);
static int hidden = 3;
const int fixed = 4;
extern int unsized[];

int main(void) {
  hidden = 5;
  unsized[3] = 1;
  int local = 6;
  unknown();
#ifndef WEAK
  assert(hidden == 5);
#endif
#ifdef UNSIZED
  assert(unsized[3] == 1);
#endif
  assert(local == 6 && fixed == 4);
  return 0;
}
