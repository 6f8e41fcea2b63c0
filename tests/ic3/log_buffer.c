/* A log of a million bytes that is opened, written and sealed: the last byte that was written is still there when it is sealed. */
/* aver: property=assert,array-bounds expect=TRUE args="--engine ic3ia" */
/* aver: property=assert,array-bounds expect=FALSE:assert at=47 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { CLOSED, OPEN, SEALING, SEALED };

static unsigned char log[1000000];

int main(void) {
  int state = CLOSED;
  unsigned end = 0, mark = 0;
  _Bool written = 0;
  while (1) {
    int in = __VERIFIER_nondet_int();
    switch (state) {
    case CLOSED:
      if (in == 1) {
        end = 0;
        written = 0;
        state = OPEN;
      }
      break;
    case OPEN:
      if (in == 2) {
        state = SEALING;
      } else if (in == 3) {
        log[end] = 170;
        mark = end;
        written = 1;
        if (end < 999999)
          end++;
        else
          state = SEALING;
      }
      break;
    case SEALING:
#ifdef WRONG
      if (in == 5 && end > 0)
        log[end - 1] = 0;
#endif
      if (in == 4)
        state = SEALED;
      break;
    case SEALED:
      assert(!written || log[mark] == 170);
      if (in == 1)
        state = CLOSED;
      break;
    }
  }
}
