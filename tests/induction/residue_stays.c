/* aver: property=unreach-call expect=TRUE */
/* Multiples of four are added to what is one more than one: whatever wraps around, the last two bits stay. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 1, y = 3;
  for (;;) {
    unsigned step = 4 * __VERIFIER_nondet_uint();
    x += step;
    y += 3 * step + 8;
    if ((x + y) % 4 != 0) reach_error();
    if (3 * x - y == 3) reach_error();
  }
}
