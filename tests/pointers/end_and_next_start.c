/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects" */
/* aver: property=unreach-call expect=FALSE at=9 */
// C lets `b` lie just behind `a`, and compilers do that.
extern void reach_error(void);
int a[2], b[2];
int main(void) {
  int *end = a + 2, *next = b;
  if (end == next)
    reach_error();
  return 0;
}
