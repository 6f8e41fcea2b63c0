/* aver: property=termination expect=TRUE */
/* First x grows, then it falls. */
int main(void) {
  int x = 0, up = 1;
  while (x >= 0) {
    if (up) x++;
    else x--;
    if (x == 100000) up = 0;
  }
  return 0;
}
