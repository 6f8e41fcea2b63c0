/* aver: property=termination expect=TRUE */
/* A pointer walks to the end of an array. */
int main(void) {
  int a[100];
  for (int *p = a; p != a + 100; p++) *p = 0;
  return 0;
}
