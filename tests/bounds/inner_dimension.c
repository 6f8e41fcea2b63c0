/* aver: property=array-bounds expect=FALSE at=7 */
/* aver: property=valid-deref expect=FALSE at=7 */
/* The index leaves the row, but not the matrix. */
int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int column = 3;
  return m[0][column];
}
