/* aver: property=termination expect=FALSE at=6 */
/* A loop made of goto. */
int main(void) {
  unsigned long n = 0;
again:
  n += 2;
  if (n != 7) goto again;
  return 0;
}
