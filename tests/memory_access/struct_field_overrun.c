/* aver: property=valid-deref expect=FALSE at=13 */
/* aver: property=array-bounds expect=FALSE at=13 */
// An index leaves the inner array but not the struct: the memory is there, the element is not.
struct record {
  char name[4];
  int value;
};

int main(void) {
  struct record r = {"abc", 5};
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    sum += r.name[i];
  }
  return sum;
}
