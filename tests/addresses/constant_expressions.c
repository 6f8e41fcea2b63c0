/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects -DCUT" */
/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects -DMIXED" */
/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects -DTIMES" */
/* aver: property=unreach-call expect=FALSE at=17 args="-DCUT" */
/* aver: property=unreach-call expect=FALSE at=19 args="-DMIXED" */
/* aver: property=unreach-call expect=FALSE at=21 args="-DTIMES" */
/* aver: property=unreach-call expect=TRUE args="-DMOVED" */
/* aver: property=unreach-call expect=TRUE args="--memory objects -DMOVED" */
/* The addresses of global variables are constants of the program, but not of every layout. */
#include <stdint.h>
extern void reach_error(void);

static int x, y;

int main(void) {
#if defined CUT
  if ((char)(uintptr_t)&x == 64) reach_error();
#elif defined MIXED
  if (((uintptr_t)&x ^ (uintptr_t)&y) == 64) reach_error();
#elif defined TIMES
  if ((uintptr_t)&x * 3 % 5 == 0) reach_error();
#else
  if ((uintptr_t)&x + 4 - (uintptr_t)&x != 4) reach_error();
  *(int *)((uintptr_t)&x + 4 - 4) = 1;
  if (x != 1) reach_error();
#endif
  return 0;
}
