/* The first iteration is fine, the second one is not; and where the counter ends. */
/* aver: property=assert expect=FALSE at=9 args="--engine k-induction --facts off -DLIMIT=1" */
/* aver: property=assert expect=TRUE args="--engine kiki --domain intervals --max-k 0 --facts off -DLIMIT=10" */
#include <assert.h>
int main(void) {
  int x = 0;
  while (x < 10) {
    x = x + 1;
    assert(x <= LIMIT);
  }
  return 0;
}
