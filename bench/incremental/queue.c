/* A ring buffer of eight places: numbers come out in the order in which they went in. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define SIZE 8

int main(void) {
  unsigned char ring[SIZE] = {0};
  unsigned head = 0, count = 0;
  unsigned char next_in = 0, next_out = 0;
  for (unsigned step = 0; step < DEPTH; step++) {
    unsigned char choice = __VERIFIER_nondet_uchar();
    if (choice == 0)
      return 0;
    if ((choice & 1) && count < SIZE) {
      ring[(head + count) % SIZE] = next_in++;
      count++;
    } else if (count > 0) {
      unsigned char out = ring[head];
      head = (head + 1) % SIZE;
      count--;
      if (out != next_out++)
        reach_error();
    }
  }
  return 0;
}
