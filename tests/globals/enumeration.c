/* aver: property=assert expect=TRUE */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

enum light { RED, GREEN = 5, YELLOW };
static enum light light = RED;

static void step(void) {
  light = light == RED ? GREEN : light == GREEN ? YELLOW : RED;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 7;
  for (unsigned i = 0; i < n; i++) step();
  assert(light == RED || light == GREEN || light == YELLOW);
  assert((light == RED) == (n % 3 == 0) && YELLOW == 6);
  return 0;
}
