/* aver: property=termination expect=FALSE at=6 */
/* A loop made of a goto. */
int main(void) {
  int x = 0;
again:
  x = 1 - x;
  goto again;
}
