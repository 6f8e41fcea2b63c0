/* aver: property=termination expect=TRUE */
/* Both strings have an end. */
int main(void) {
  const char *a = "termination", *b = "terminal";
  int i = 0;
  while (a[i] && a[i] == b[i]) i++;
  return i;
}
