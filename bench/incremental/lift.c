/* A lift that serves requests: its door is never open while it moves, and it stays within its floors. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define FLOORS 6

int main(void) {
  unsigned char floor = 0, target = 0, open = 0, moving = 0, requests = 0;
  for (unsigned step = 0; step < DEPTH; step++) {
    unsigned char pressed = __VERIFIER_nondet_uchar();
    if (pressed == 255)
      return 0;
    if (pressed < FLOORS)
      requests |= (unsigned char)(1u << pressed);
    if (open) {
      requests &= (unsigned char)~(1u << floor);
      open = 0;
    } else if (moving) {
      floor = floor < target ? floor + 1 : floor - 1;
      if (floor == target) {
        moving = 0;
        open = 1;
      }
    } else if (requests & (1u << floor)) {
      open = 1;
    } else if (requests) {
      target = 0;
      while (target < FLOORS - 1 && !(requests & (1u << target)))
        target++;
      moving = 1;
    }
    if ((open && moving) || floor >= FLOORS)
      reach_error();
  }
  return 0;
}
