/* aver: property=array-bounds expect=FALSE at=10 */
/* aver: property=valid-deref expect=FALSE at=10 */
struct {
  _Complex float root[2];
  _Complex float other;
} s;

int main(void) {
  long i = 2;
  s.root[i] = 1.0f;
  return 0;
}
