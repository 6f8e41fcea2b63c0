/* An unsigned index that is counted down past zero. */
/* aver: property=array-bounds expect=FALSE at=11 args=-DWRONG */
/* aver: property=array-bounds expect=TRUE */
int main(void) {
  int a[10];
#ifdef WRONG
  for (unsigned i = 9; i >= 0; i--)
#else
  for (unsigned i = 10; i-- > 0;)
#endif
    a[i] = 0;
  return a[0];
}
