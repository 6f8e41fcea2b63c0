/* aver: property=termination expect=FALSE at=6 */
/* One is too little to change 2^24. */
int main(void) {
  float x = 16777216.0f;
  unsigned rounds = 0;
  while (x < 16777218.0f) {
    x = x + 1.0f;
    rounds++;
  }
  return 0;
}
