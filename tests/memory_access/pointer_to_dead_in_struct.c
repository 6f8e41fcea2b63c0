/* aver: property=valid-deref expect=FALSE at=16 */
// The dangling pointer is a field, copied with its struct.
struct view {
  const int *first;
  int count;
};

static struct view make(void) {
  int cells[2] = {1, 2};
  struct view v = {cells, 2};
  return v;
}

int main(void) {
  struct view v = make();
  return v.first[1];
}
