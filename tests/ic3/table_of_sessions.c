/* A table of sessions, one of which is watched: it is used only between its opening and its end, whatever the others do. */
/* aver: property=assert,array-bounds expect=TRUE args="--engine ic3ia" */
/* aver: property=assert,array-bounds expect=FALSE:assert at=35 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned char state[50000];

int main(void) {
  unsigned watched = __VERIFIER_nondet_uint();
  _Bool opened = 0;
  if (watched >= 50000)
    return 0;
  while (1) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 50000)
      continue;
    switch (__VERIFIER_nondet_int()) {
    case 0:
      if (state[i] == 0) {
        state[i] = 1;
        if (i == watched)
          opened = 1;
      }
      break;
    case 1:
      if (state[i] == 1)
        state[i] = 2;
      break;
    case 2:
      if (state[i] == 2) {
        /* It is used. */
        if (i == watched)
          assert(opened);
        state[i] = 1;
      }
      break;
    case 3:
      if (state[i] != 0) {
#ifndef WRONG
        state[i] = 0;
#else
        state[i] = state[i] == 2 ? 2 : 0;
#endif
        if (i == watched)
          opened = 0;
      }
      break;
    }
  }
}
