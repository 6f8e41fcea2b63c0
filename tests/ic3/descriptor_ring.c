/* Four descriptors that a driver and its device pass to each other: neither touches what belongs to the other one. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=15 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Bool owned[4] = {0, 0, 0, 0}, filled[4] = {0, 0, 0, 0};
  unsigned head = 0, tail = 0, count = 0;
  while (1) {
    int event = __VERIFIER_nondet_int();
    if (event == 0 && count < 4) {
      /* The driver fills the next one and gives it to the device. */
      assert(!owned[head]);
      filled[head] = 1;
      owned[head] = 1;
      head = (head + 1) % 4;
      count++;
    } else if (event == 1 && owned[tail]) {
      /* The device sends it. */
      assert(filled[tail]);
      filled[tail] = 0;
      owned[tail] = 0;
      tail = (tail + 1) % 4;
      count--;
    } else if (event == 2 && count == 0) {
      /* Both start again. */
      head = 0;
#ifndef WRONG
      tail = 0;
#endif
    }
  }
}
