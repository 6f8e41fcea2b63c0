/* aver: property=termination expect=TRUE */
/* Two indices meet in the middle. */
int main(void) {
  char text[] = "abcdef";
  int i = 0, j = 5;
  while (i < j) {
    char c = text[i];
    text[i] = text[j];
    text[j] = c;
    i++;
    j--;
  }
  return text[0];
}
