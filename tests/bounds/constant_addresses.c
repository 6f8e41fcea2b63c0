/* aver: property=array-bounds expect=FALSE at=9 args=-DCASE=1 */
/* aver: property=array-bounds expect=FALSE at=11 args=-DCASE=2 */
/* aver: property=array-bounds expect=TRUE args=-DCASE=3 */
/* clang knows that an element's address is not null, and does not compute it. */
int a[4];
struct { int x[3], y; } s;
int main(void) {
#if CASE == 1
  if (&a[5]) return 1;
#elif CASE == 2
  return &s.x[-1] || 0;
#else
  static int *end = &a[4];
  if (&a[4] && &s.x[3] && sizeof(&a[5])) return end == a;
#endif
  return 0;
}
