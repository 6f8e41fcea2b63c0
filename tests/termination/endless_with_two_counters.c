/* aver: property=termination expect=FALSE at=6 */
/* Neither counter decides anything. */
int main(void) {
  unsigned long a = 0, b = 0;
  for (;;) {
    a += 3;
    if (a % 2) b++;
  }
}
