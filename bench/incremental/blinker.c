/* A counter goes round through eight values. From the others, which it never has, the wrong one is DEPTH steps away: so
 * long must the steps of an induction be. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char phase = 0, light = 0;
  while (1) {
    unsigned char button = __VERIFIER_nondet_uchar();
    phase = phase == 7 ? 0 : phase + 1;
    light ^= button & 1;
    if (phase == 8 + DEPTH)
      reach_error();
  }
}
