/* aver: property=termination expect=FALSE at=7 */
/* A truth value that is incremented stays one. */
int main(void) {
  _Bool b = 0;
  unsigned n = 0;
  do {
    b++;
    n++;
  } while (b);
  return 0;
}
