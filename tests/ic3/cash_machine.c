/* A cash machine: money comes out only after the right number, for a card that was not kept, and once for each time. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=FALSE at=73 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { WAITING, ASKS_NUMBER, ASKS_AMOUNT, COUNTS, RETURNS_CARD, PAYS, KEEPS_CARD };

int main(void) {
  int state = WAITING, tries = 0;
  _Bool card = 0, right = 0, kept = 0, counted = 0;
  while (1) {
    int input = __VERIFIER_nondet_int();
    switch (state) {
    case WAITING:
      if (input == 1) {
        card = 1;
        kept = 0;
        right = 0;
        counted = 0;
        tries = 0;
        state = ASKS_NUMBER;
      }
      break;
    case ASKS_NUMBER:
      if (input == 1) {
        right = 1;
        state = ASKS_AMOUNT;
      } else if (input == 2) {
        tries++;
        if (tries == 3)
          state = KEEPS_CARD;
      } else if (input == 3) {
        state = RETURNS_CARD;
      }
      break;
    case ASKS_AMOUNT:
      if (input > 0)
        state = COUNTS;
      else if (input < -5)
        state = RETURNS_CARD;
      break;
    case COUNTS:
      if (input == 1) {
        counted = 1;
        state = RETURNS_CARD;
      }
      break;
    case RETURNS_CARD:
      if (input == 1) {
        card = 0;
        state = counted ? PAYS : WAITING;
      } else if (input == 2) {
        /* It was not taken in time. */
#ifndef WRONG
        counted = 0;
#endif
        state = KEEPS_CARD;
      }
      break;
    case PAYS:
      if (input == 1) {
        counted = 0;
        state = WAITING;
      }
      break;
    case KEEPS_CARD:
      kept = 1;
      card = 0;
      state = counted ? PAYS : WAITING;
      break;
    }
    assert(state != PAYS || (right && counted && !kept && !card && tries < 3));
  }
}
