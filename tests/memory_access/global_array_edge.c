/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=11 args=-DLAST=10 */
// The last element of a global array, and the one behind it.
#ifndef LAST
#define LAST 9
#endif
static int cells[10];

int main(void) {
  int *p = cells;
  return p[LAST];
}
