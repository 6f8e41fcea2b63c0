/* aver: property=termination expect=FALSE at=5 */
/* The char comes round before the int is reached. */
int main(void) {
  unsigned turns = 0;
  for (signed char c = 0; c < 200; c = (signed char)(c + 1)) {
    turns++;
  }
  return 0;
}
