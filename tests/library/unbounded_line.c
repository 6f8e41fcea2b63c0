/* aver: property=valid-deref expect=FALSE at=7 */
/* Nothing keeps `gets` inside of its buffer. */
char *gets(char *);

int main(void) {
  char line[100];
  gets(line);
  return 0;
}
