/* An array from its end to its beginning. */
/* aver: property=array-bounds expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=11 args=-DWRONG */
int main(void) {
  int a[50];
#ifdef WRONG
  for (int i = 50; i >= 0; i--)
#else
  for (int i = 49; i >= 0; i--)
#endif
    a[i] = i;
  return a[0];
}
