/* aver: property=no-uninitialised expect=FALSE at=9 */
// The variable of the loop's body is a new one each time.
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0)
      x = 5;
    sum += x;
  }
  return sum;
}
