/* A sender and a receiver that alternate a bit. What is on the wire is lost now and then. */
/* aver: property=assert expect=TRUE args="--engine values" */
/* aver: property=assert expect=FALSE at=50 args="--engine values -DWRONG" */
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

enum { EMPTY, FRAME, ACK };
enum { READY, WAITING };

int main(void) {
  int sender = READY, wire = EMPTY, wire_bit = 0;
  int sender_bit = 0, receiver_bit = 0;
  int sent = 0, taken = 0;
  unsigned rounds = 0;
  while (1) {
    rounds++;
    switch (sender) {
    case READY:
      if (sent == taken) {
        sent = !sent;
        wire = FRAME;
        wire_bit = sender_bit;
        sender = WAITING;
      }
      break;
    case WAITING:
      if (wire == ACK && wire_bit == sender_bit) {
        sender_bit = !sender_bit;
        wire = EMPTY;
        sender = READY;
      } else if (wire == EMPTY) {
        wire = FRAME;
        wire_bit = sender_bit;
      }
      break;
    default:
      assert(0);
    }
    if (__VERIFIER_nondet_bool())
      wire = EMPTY;
    if (wire == FRAME) {
#ifdef WRONG
      taken = !taken;
#else
      if (wire_bit == receiver_bit) {
        taken = !taken;
        receiver_bit = !receiver_bit;
      }
#endif
      assert(taken == sent);
      wire = __VERIFIER_nondet_bool() ? ACK : EMPTY;
    }
  }
}
