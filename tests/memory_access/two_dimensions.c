/* aver: property=valid-deref expect=FALSE at=9 */
/* aver: property=array-bounds expect=FALSE at=9 */
// A column that is too large is the next row's element, but for the last row.
int main(void) {
  static int m[3][4];
  int sum = 0;
  for (int row = 0; row < 2; row++)
    for (int column = 0; column <= 4; column++)
      sum += m[row][column];
  return sum;
}
