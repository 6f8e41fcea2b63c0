/* aver: property=termination expect=TRUE */
/* A conversion to signed char is not an overflow: it gives -128 after 127. */
int main(void) {
  signed char c = 1;
  while (c > 0) c++;
  return 0;
}
