/* A counter that some steps leave alone: within DEPTH steps it cannot get to its limit. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned n = 0, steps = 0;
  while (steps < DEPTH) {
    if (__VERIFIER_nondet_uchar() & 1)
      n++;
    steps++;
    if (n > steps)
      reach_error();
    if (__VERIFIER_nondet_uchar() == 0)
      break;
  }
  return 0;
}
