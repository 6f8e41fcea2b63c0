/* aver: property=termination expect=FALSE at=6 */
/* A state machine that never comes to its end, and counts. */
int main(void) {
  int state = 0;
  unsigned long events = 0;
  while (state != 3) {
    events++;
    switch (state) {
      case 0: state = 1; break;
      case 1: state = 2; break;
      default: state = 0; break;
    }
  }
  return 0;
}
