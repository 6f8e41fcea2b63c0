/* aver: property=no-unsigned-overflow expect=TRUE says="1 check turned off" */
/* aver: property=no-unsigned-overflow expect=FALSE at=14 args=-DAFTER */
/* A check that is off on some lines, and on again after them. */
unsigned nondet_uint(void);

int main(void) {
  unsigned x = nondet_uint();
#pragma CPROVER check push
#pragma CPROVER check disable "unsigned-overflow"
  unsigned y = x + 1;
#pragma CPROVER check pop
#ifdef AFTER
  /* The same sum. */
  y = x + 1;
#endif
  return y == 3;
}
