/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=9 args=-DBACK=3 */
// A negative index is fine as long as it stays in the object.
#ifndef BACK
#define BACK 2
#endif
int main(void) {
  int cells[4] = {0}, *middle = cells + 2;
  return middle[-BACK];
}
