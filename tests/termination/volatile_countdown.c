/* aver: property=termination expect=FALSE at=6 */
/* What a volatile variable holds may be anything. */
volatile unsigned port;
int main(void) {
  unsigned long reads = 0;
  while (port != 7) {
    reads++;
  }
  return 0;
}
