/* aver: property=termination expect=FALSE at=4 args="--function forever" */
/* Whatever the argument is, it does not end: there is nothing to suggest. */
void forever(unsigned n) {
  for (;;) n++;
}
