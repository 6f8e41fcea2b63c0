/* A boot loader with two images: it starts only what was checked since it was last written. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=60 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { START, LOADING, WRITING, CHECKING, CHOOSING, RUNNING, FAILED };

int main(void) {
  int state = START, active = 0, update = 1, tries = 0;
  _Bool written[2] = {0, 0}, checked[2] = {1, 0};
  while (1) {
    int in = __VERIFIER_nondet_int();
    switch (state) {
    case START:
      tries = 0;
      state = in == 1 ? LOADING : CHOOSING;
      break;
    case LOADING:
      if (in == 1) {
        update = !active;
        checked[update] = 0;
        state = WRITING;
      } else if (in == 2) {
        state = CHOOSING;
      }
      break;
    case WRITING:
      written[update] = 1;
      if (in == 1)
        state = CHECKING;
      else if (in == 2)
        state = LOADING;
      break;
    case CHECKING:
      if (in == 1) {
        checked[update] = 1;
        written[update] = 0;
        active = update;
        state = CHOOSING;
      } else if (++tries == 3) {
        state = FAILED;
      } else {
#ifdef WRONG
        if (in == 2)
          active = update;
#endif
        state = WRITING;
      }
      break;
    case CHOOSING:
      state = checked[active] ? RUNNING : FAILED;
#ifdef WRONG
      if (in == 3)
        state = RUNNING;
#endif
      break;
    case RUNNING:
      assert(checked[active] && !written[active]);
      if (in == 1)
        state = START;
      break;
    case FAILED:
      if (in == 1)
        state = CHOOSING;
      break;
    }
  }
}
