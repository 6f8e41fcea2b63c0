/* aver: property=assert expect=TRUE files=counter.c */
/* aver: property=assert expect=FALSE at=10 files="counter.c" args=-DSTART=5 */
/* Two files; each has its own `static int value`. */
#include <assert.h>
int counter_next(void);
extern int counter_limit;
static int value = 100;

int main(void) {
  assert(counter_next() == 1);
  assert(counter_next() == 2);
  assert(value == 100);
  counter_limit = 2;
  assert(counter_next() == 2);
  return 0;
}
