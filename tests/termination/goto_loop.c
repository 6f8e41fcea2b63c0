/* aver: property=termination expect=FALSE at=5 */
/* A loop made of a goto. */
int main(void) {
  int x = 0;
again:
  x = 1 - x;
  goto again;
}
