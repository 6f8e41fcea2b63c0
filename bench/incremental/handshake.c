/* Two sides that take turns. In a state that is never reached, a side would wait until its patience ends: an induction has
 * to look as many steps ahead. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char turn = 0, asked = 0, waited = 0;
  unsigned answered = 0;
  while (1) {
    unsigned char choice = __VERIFIER_nondet_uchar() % 4;
    if (turn == 0) {
      asked = choice;
      waited = 0;
      turn = 1;
    } else if (turn == 1) {
      answered += asked;
      asked = 0;
      turn = 0;
    } else {
      waited++;
      if (asked == 0 && choice == 3)
        turn = 0;
    }
    if (waited >= DEPTH)
      reach_error();
  }
}
