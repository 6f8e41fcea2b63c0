/* A sender and a receiver with a bit that alternates: what was received is never more than what was sent. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char sent = 0, received = 0, bit = 0, expected = 0, channel = 2;
  for (unsigned step = 0; step < DEPTH; step++) {
    switch (__VERIFIER_nondet_uchar() % 4) {
    case 0:
      if (channel == 2) {
        channel = bit;
        sent++;
      }
      break;
    case 1:
      if (channel == expected) {
        received++;
        expected ^= 1;
        bit ^= 1;
        channel = 2;
      }
      break;
    case 2:
      if (channel < 2) {
        channel = 2;
        sent--;
      }
      break;
    default:
      if (__VERIFIER_nondet_uchar() == 7)
        return 0;
    }
    if (received > sent)
      reach_error();
  }
  return 0;
}
