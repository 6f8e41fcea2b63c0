/* aver: property=assert expect=UNKNOWN reason="inline assembly" args="--engine kiki" */
/* aver: property=assert expect=UNKNOWN reason="inline assembly" */
/* One check is inductive, the other is not; neither is known behind instructions that we do not understand. */
#include <assert.h>

int main(void) {
  int x = 0, n = 0;
  for (;;) {
    n = (n + 1) % 100;
    if (n > 5) __asm__("inc %0" : "+r"(x));
    assert(n < 100);
    assert(x == 0);
  }
}
