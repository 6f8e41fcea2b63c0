/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=UNKNOWN reason="depends on what `step`" args="-DVISIBLE" */
/* A function without a body that is called in a loop without bound: what it cannot reach stays, also by induction. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void step(unsigned i, int *state);
int visible = 1;
static int hidden = 1;

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int state = 0, other = 5;
  for (unsigned i = 0; i < n; i++) {
    step(i, &state);
    assert(hidden == 1 && other == 5);
  }
#ifdef VISIBLE
  assert(visible == 1);
#endif
  return 0;
}
