/* aver: property=termination expect=FALSE at=7 */
/* The flag is a global variable that nobody sets. */
static int stop;
static unsigned long work;
static void step(void) { work += 5; }
int main(void) {
  while (!stop) {
    step();
  }
  return 0;
}
