/* aver: property=valid-deref expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=15 */
// Addresses behind an array are computed, which is no access.
struct pair {
  int x, y;
};
struct {
  struct pair of[2];
  struct pair last;
} s;

int main(void) {
  int i = 2;
  struct pair *end = &s.of[i];
  int *far = &s.of[i].y;
  return end == s.of || far == &s.of[0].y;
}
