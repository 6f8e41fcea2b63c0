/* The server's half of a handshake, which may begin again while it is open: a key is used only after it was exchanged. */
/* aver: property=unreach-call expect=TRUE args="--engine ic3" */
/* aver: property=unreach-call expect=FALSE at=112 args="--engine ic3 -DWRONG" */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int state = 8464, next = 0, begun = 0, known = 0;
  int asks = __VERIFIER_nondet_int(), got = 0, keyed = 0, rounds = 0, ended = 0;
  while (!ended) {
    int message = __VERIFIER_nondet_int();
    if (state == 8464) {
      /* read hello */
      begun++;
      keyed = 0;
      got = 0;
      state = 8465;
    } else if (state == 8465) {
      state = message > 0 ? 8466 : 8465;
    } else if (state == 8466) {
      known = message & 1;
      state = 8496;
    } else if (state == 8480) {
      /* ask for a new hello */
      state = 8482;
    } else if (state == 8481) {
      state = 8482;
    } else if (state == 8482) {
      next = 3;
      state = 8448;
    } else if (state == 8496) {
      /* send hello */
      state = known ? 8656 : 8512;
#ifndef WRONG
      if (known)
        keyed = 1;
#else
      if (known && begun < 3)
        keyed = 1;
#endif
    } else if (state == 8512) {
      /* send certificate */
      state = 8513;
    } else if (state == 8513) {
      state = message == 7 ? 8544 : 8528;
    } else if (state == 8528) {
      /* send key exchange */
      state = 8529;
    } else if (state == 8529) {
      state = 8544;
    } else if (state == 8544) {
      /* ask for a certificate */
      if (asks) {
        next = 8545;
        state = 8448;
      } else {
        state = 8560;
      }
    } else if (state == 8545) {
      state = 8560;
    } else if (state == 8560) {
      /* done with hello */
      next = 8576;
      state = 8448;
    } else if (state == 8448) {
      /* flush */
      if (message != 0)
        state = next;
    } else if (state == 8576) {
      /* read certificate */
      if (asks)
        got = message == 5;
      state = 8592;
    } else if (state == 8592) {
      /* read key exchange */
      keyed = 1;
      state = 8608;
    } else if (state == 8608) {
      /* read proof */
      if (asks && !got)
        state = 8720;
      else
        state = 8640;
    } else if (state == 8640) {
      /* read finished */
      state = known ? 3 : 8656;
    } else if (state == 8656) {
      /* change cipher */
      if (rounds < 30000)
        rounds++;
      state = 8657;
    } else if (state == 8657) {
      state = 8672;
    } else if (state == 8672) {
      /* send finished */
      next = known ? 8640 : 3;
      state = 8673;
    } else if (state == 8673) {
      state = 8448;
    } else if (state == 8720) {
      /* alert */
      ended = 1;
    } else if (state == 3) {
      /* open */
      if (message == 9)
        state = 8480;
      else if (message == 10)
        state = 8464;
      else if (message == 11)
        ended = 1;
      if (begun > 0 && rounds > 0 && !keyed)
        reach_error();
    } else {
      return 1;
    }
  }
  return 0;
}
