/* A low-pass filter in fixed-point numbers: its output stays within the range of its input. */
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
  int out = 0;
  for (unsigned step = 0; step < DEPTH; step++) {
    short in = __VERIFIER_nondet_short();
    if (in < -100 || in > 100)
      return 0;
    out += (in - out) / 4;
    if (out < -100 || out > 100)
      reach_error();
  }
  return 0;
}
