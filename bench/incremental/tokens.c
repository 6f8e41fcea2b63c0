/* Tokens wander between three stations; some are lost. There are never more than in the beginning. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char at[3] = {4, 0, 0};
  for (unsigned step = 0; step < DEPTH; step++) {
    unsigned char choice = __VERIFIER_nondet_uchar();
    unsigned from = choice % 3, to = (choice >> 4) % 3;
    if (choice == 7)
      return 0;
    if (at[from] > 0) {
      at[from]--;
      if (choice & 8)
        at[to]++;
    }
    if (at[0] + at[1] + at[2] > 4)
      reach_error();
  }
  return 0;
}
