/* aver: property=unreach-call expect=UNKNOWN reason="makes up" data-model=ILP32 args="--memory objects" */
/* aver: property=unreach-call expect=FALSE at=8 data-model=ILP32 */
/* A number that looks like an address is not known to be, or not to be, that of a variable. */
extern void reach_error(void);

int main(void) {
  int a = 0x08040000;
  if (&a == (int *)a) reach_error();
  return 0;
}
