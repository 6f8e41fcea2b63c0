/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects" */
/* aver: property=unreach-call expect=FALSE at=28 */
/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects -DMEMBER" */
/* aver: property=unreach-call expect=FALSE at=28 args="-DMEMBER" */
/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects -DGLOBAL" data-model=ILP32 */
/* aver: property=unreach-call expect=FALSE at=28 args="-DGLOBAL" data-model=ILP32 */
/* An address that went through memory, calls and results as a number is still an address. */
#include <stdint.h>
extern void reach_error(void);
struct entry { int key; uintptr_t where; };
static struct entry table[4];
uintptr_t kept;

static uintptr_t number_of(void *p) { return (uintptr_t)p + 8; }
static int bucket(uintptr_t number) { return (int)((number >> 4) % 13); }

int main(void) {
  int x = 0;
#if defined MEMBER
  table[2].where = number_of(&x);
  uintptr_t number = table[2].where;
#elif defined GLOBAL
  kept = number_of(&x);
  uintptr_t number = kept;
#else
  uintptr_t number = number_of(&x);
#endif
  if (bucket(number) == 5) reach_error();
  return 0;
}
