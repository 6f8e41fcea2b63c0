/* aver: property=termination expect=TRUE */
/* Halving ends at zero. */
int main(void) {
  float x = 1000.0f;
  while (x > 0) x /= 2;
  return 0;
}
