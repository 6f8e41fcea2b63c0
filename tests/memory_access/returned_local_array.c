/* aver: property=valid-deref expect=FALSE at=12 */
// The text lived in a function that has returned.
static char *name(int n) {
  char text[8] = "n0";
  text[1] += (char)n;
  char *result = text;
  return result;
}

int main(void) {
  char *s = name(1);
  return s[0];
}
