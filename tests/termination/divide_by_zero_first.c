/* aver: property=termination expect=UNKNOWN reason="division by zero" */
/* The run meets a division by zero before it loops. */
int main(void) {
  int zero = 0;
  int x = 1 / zero;
  while (1) {
  }
  return x;
}
