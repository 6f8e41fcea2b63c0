/* aver: property=valid-deref expect=FALSE at=15 args="--function get" */
/* aver: property=valid-deref expect=FALSE at=15 args="--function get" data-model=ILP32 */
/* aver: property=valid-deref expect=TRUE args="--function get --args-size s.data=4" */
/* aver: property=valid-deref expect=TRUE args="--function get --args-size s.data=4" data-model=ILP32 */
/* aver: property=assert expect=FALSE at=28 args="--function large" */
/* aver: property=assert expect=FALSE at=28 args="--function large" data-model=ILP32 */
/* Structs with pointers in them, in registers and in memory. */
#include <assert.h>

struct span {
  int *data;
  int size;
};

int get(struct span s, unsigned i) { return i < 4 ? s.data[i] : 0; }

struct large {
  long numbers[4];
  int *first;
  int *second;
};

void large(struct large s) {
  if (!s.first || !s.second || s.numbers[3] != 5) return;
  *s.first = 1;
  *s.second = 2;
  int same = s.first == s.second;
  assert(!same);
}
