/* aver: property=array-bounds expect=FALSE at=7 */
/* aver: property=valid-deref expect=FALSE at=7 */
/* One past the end, with a constant index. */
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int i = 4;
  return a[i];
}
