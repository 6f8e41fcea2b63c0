/* aver: property=array-bounds expect=FALSE at=11 */
/* aver: property=valid-deref expect=FALSE at=11 */
struct {
  _Atomic int slot[2];
  int other;
} s;

int main(void) {
  unsigned char i = 1;
  i++;
  s.slot[i] += 2;
  return 0;
}
