/* aver: property=valid-deref expect=FALSE at=10 */
// In front of the array, and still in the struct.
struct {
  int before;
  int a[4];
} s;

int main(void) {
  s.before = 7;
  return s.a[-1];
}
