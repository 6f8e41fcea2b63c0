/* aver: property=assert expect=TRUE */
/* Jumps forwards, backwards, and into the middle of a loop. */
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int i = 0, turns = 0;
  if (__VERIFIER_nondet_bool()) goto inside;
again:
  i = 10;
  while (i < 15) {
    turns++;
  inside:
    i++;
  }
  if (i < 15) goto again;
  assert(i == 15);
  assert(turns == 5 || turns == 14);
  return 0;
}
