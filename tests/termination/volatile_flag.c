/* aver: property=termination expect=FALSE at=5 */
/* A volatile flag may never be set. */
volatile int flag;
int main(void) {
  while (!flag) {
  }
  return 0;
}
