/* A hub's port: a device is reset, gets an address and a configuration, and may be unplugged at any time. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=79 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { EMPTY, ATTACHED, RESETTING, ADDRESSING, CONFIGURING, READY, SUSPENDED };

int main(void) {
  int state = EMPTY, before = EMPTY, errors = 0;
  unsigned char address = 0, configuration = 0;
  _Bool power = 0, endpoint = 0;
  while (1) {
    int in = __VERIFIER_nondet_int();
    if (in == 9 && state != EMPTY) {
      state = EMPTY;
      power = 0;
      address = 0;
      configuration = 0;
      endpoint = 0;
      continue;
    }
    switch (state) {
    case EMPTY:
      if (in == 1) {
        power = 1;
        errors = 0;
        state = ATTACHED;
      }
      break;
    case ATTACHED:
      if (in == 1)
        state = RESETTING;
      break;
    case RESETTING:
      address = 0;
      configuration = 0;
      endpoint = 0;
      if (in == 1)
        state = ADDRESSING;
      break;
    case ADDRESSING:
      if (in > 9 && in < 128) {
        address = in;
        state = CONFIGURING;
      } else if (in == 2 && ++errors == 3) {
        power = 0;
        state = EMPTY;
      }
      break;
    case CONFIGURING:
      if (in == 1) {
        configuration = 1;
        endpoint = 1;
        state = READY;
      } else if (in == 2) {
        state = RESETTING;
      }
      break;
    case READY:
      if (in == 1) {
        before = state;
        state = SUSPENDED;
      } else if (in == 2) {
#ifdef WRONG
        configuration = 0;
#endif
        state = RESETTING;
      }
      break;
    case SUSPENDED:
      if (in == 1)
        state = before;
      else if (in == 2)
        state = RESETTING;
      break;
    }
    assert(!endpoint || (power && address != 0 && configuration == 1));
  }
}
