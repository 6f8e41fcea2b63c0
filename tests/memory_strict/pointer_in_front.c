/* aver: property=no-pointer-overflow expect=FALSE at=8 */
/* aver: property=valid-deref expect=TRUE */
// Counting down to the element in front of the first: no access is invalid, but the pointer is.
int main(void) {
  char text[3] = "ab";
  int n = 0;
  for (char *p = text + 2; n < 3; n++)
    p--;
  return n;
}
