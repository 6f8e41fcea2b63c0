/* Two ends of a connection agree on a key and change it from time to time: what one encrypts, the other can read. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=39 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { CLOSED, HELLO, KEYED, REKEYS };

int main(void) {
  int client = CLOSED, server = CLOSED;
  /* What is on its way, at most one message: 0 nothing, 1 hello, 2 the server's key, 3 data, 4 a new key, 5 it was taken. */
  int wire = 0;
  unsigned char client_key = 0, server_key = 0, fresh = 0, used = 0;
  while (1) {
    int in = __VERIFIER_nondet_int();
    if (in == 0) {
      if (client == CLOSED && wire == 0) {
        wire = 1;
        client = HELLO;
      } else if (client == HELLO && wire == 2) {
        client_key = fresh;
        wire = 0;
        client = KEYED;
      } else if (client == KEYED && wire == 0) {
        used = client_key;
        wire = 3;
      } else if (client == KEYED && wire == 4) {
        client_key = fresh;
        wire = 5;
      }
    } else if (in == 1) {
      if (server == CLOSED && wire == 1) {
        fresh = (unsigned char)__VERIFIER_nondet_int();
        server_key = fresh;
        wire = 2;
        server = KEYED;
      } else if (server == KEYED && wire == 3) {
        assert(used == server_key);
        wire = 0;
      } else if (server == KEYED && wire == 0) {
        fresh++;
        wire = 4;
        server = REKEYS;
      } else if (server == REKEYS && wire == 5) {
        server_key = fresh;
#ifdef WRONG
        if (server_key == 7)
          server_key = 6;
#endif
        wire = 0;
        server = KEYED;
      }
    } else if (in == 2 && wire == 0 && client == KEYED && server == KEYED) {
      client = CLOSED;
      server = CLOSED;
    }
  }
}
