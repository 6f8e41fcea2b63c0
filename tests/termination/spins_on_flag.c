/* aver: property=termination expect=FALSE at=6 */
/* Nothing sets the flag. */
static int stop;
int main(void) {
  int x = 0;
  while (!stop) x = !x;
  return x;
}
