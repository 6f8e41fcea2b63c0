/* aver: property=termination expect=FALSE at=6 */
/* It counts for ever; no state within reach comes again. */
int main(void) {
  unsigned long count = 0;
  while (1) {
    count++;
  }
}
