/* A thermostat with a dead band: the heater and the cooler are never on together, and neither is on without a measurement. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=FALSE at=48 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  float low = 19.0f, high = 23.0f, measured = 21.0f;
  _Bool heats = 0, cools = 0, valid = 0;
  while (1) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      measured = __VERIFIER_nondet_float();
      valid = measured >= -40.0f && measured <= 90.0f;
      if (!valid)
        heats = cools = 0;
      break;
    case 1:
      if (valid && measured < low && !cools)
        heats = 1;
      if (heats && measured > low + 1.0f)
        heats = 0;
      break;
    case 2:
      if (valid && measured > high && !heats)
        cools = 1;
      if (cools && measured < high - 1.0f)
        cools = 0;
      break;
    case 3:
      if (!heats && !cools && __VERIFIER_nondet_int()) {
        low = __VERIFIER_nondet_float();
        if (!(low >= 5.0f && low <= 30.0f))
          low = 5.0f;
#ifdef WRONG
      } else if (measured != measured) {
        heats = 1;
#endif
      }
      break;
    case 4:
      measured = measured * 0.5f;
      valid = 0;
      heats = cools = 0;
      break;
    }
    assert(!(heats && cools) && (valid || !(heats || cools)));
    assert(low >= 5.0f && low <= 30.0f);
  }
}
