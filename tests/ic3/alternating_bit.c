/* The alternating bit protocol over channels that lose and repeat: what is received was sent next. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=FALSE at=20 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Bool send_bit = 0, receive_bit = 0;
  /* A message and an acknowledgement on their way: 2 if there is none. */
  int message = 2, answer = 2;
  unsigned char sent = 0, received = 0, data = 0, carried = 0;
  while (1) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      message = send_bit;
      carried = data;
      break;
    case 1:
      if (message != 2 && message == receive_bit) {
        assert(carried == received);
        received++;
        answer = receive_bit;
        receive_bit = !receive_bit;
      } else if (message != 2) {
        answer = message;
      }
      break;
    case 2:
      if (answer != 2 && answer == send_bit) {
        sent++;
        data = sent;
        send_bit = !send_bit;
#ifdef WRONG
        if (sent == 3)
          send_bit = !send_bit;
#endif
      }
      break;
    case 3:
      message = 2;
      break;
    case 4:
      answer = 2;
      break;
    }
  }
}
