/* A driver that suspends its device when nobody uses it: registers are written only while the device has power and a clock. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=11 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int users;
static _Bool powered, clocked, suspending, irq_on;

static void write_register(void) { assert(powered && clocked && !suspending); }

static int resume(void) {
  if (suspending)
    return -1;
  if (!powered)
    powered = 1;
  if (!clocked) {
    clocked = 1;
    irq_on = 1;
  }
  return 0;
}

static void idle(void) {
  if (users == 0 && powered) {
    suspending = 1;
    irq_on = 0;
  }
}

static void finish_suspend(void) {
  if (suspending) {
    clocked = 0;
    powered = 0;
    suspending = 0;
  }
}

int main(void) {
  while (1) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      if (users < 3 && resume() == 0)
        users++;
      break;
    case 1:
      if (users > 0)
        users--;
      break;
    case 2:
      idle();
      break;
    case 3:
      finish_suspend();
      break;
    case 4:
      if (users > 0)
        write_register();
      break;
    case 5:
#ifdef WRONG
      if (irq_on || users == 2)
        clocked = 0;
#else
      if (irq_on)
        write_register();
#endif
      break;
    }
  }
}
