/* aver: property=termination expect=FALSE at=5 */
/* It bounces between two walls. */
int main(void) {
  int x = 0, up = 1;
  while (x >= 0) {
    if (up) x++;
    else x--;
    if (x == 10) up = 0;
    if (x == 5) up = 1;
  }
  return 0;
}
