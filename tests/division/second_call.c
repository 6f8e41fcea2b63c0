/* aver: property=no-div-by-zero expect=FALSE at=4 */
/* The same division twice: only the second call divides by zero. */
static unsigned share(unsigned among) {
  return 12u / among;
}

int main(void) {
  unsigned first = share(4);
  return first + share(first - 3);
}
