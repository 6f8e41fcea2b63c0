/* aver: property=unreach-call expect=UNKNOWN reason="where objects lie" args="--memory objects" */
/* aver: property=unreach-call expect=FALSE at=15 */
/* aver: property=unreach-call expect=TRUE args="-DSHORT" */
/* A pointer that was moved to the end of a variable may be the start of the next one. */
extern void reach_error(void);
static int a[2], b[2];

int main(void) {
  int *p = a;
#ifdef SHORT
  for (int i = 0; i < 1; i++) p++;
#else
  for (int i = 0; i < 2; i++) p++;
#endif
  if (p == b) reach_error();
  return 0;
}
