/* aver: property=array-bounds expect=FALSE at=10 */
/* aver: property=valid-deref expect=FALSE at=10 */
/* The index is a constant, which clang compares before we do. */
struct {
  char name[3];
  char end;
} tag;

int main(void) {
  --tag.name[3];
  return 0;
}
