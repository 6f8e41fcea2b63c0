/* aver: property=array-bounds expect=FALSE at=5 */
int main(void) {
  int squares[16];
  for (int i = 0; i <= 16; i++)
    squares[i] = i * i;
  return squares[3];
}
