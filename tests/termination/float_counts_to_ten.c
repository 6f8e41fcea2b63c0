/* aver: property=termination expect=TRUE */
/* Ten steps of one. */
int main(void) {
  float x = 0.0f;
  while (x < 10.0f) x += 1.0f;
  return 0;
}
