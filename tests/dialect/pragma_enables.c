/* aver: property=no-unsigned-overflow expect=TRUE */
/* aver: property=assert expect=REJECTED reason="not asked for" */
/* A pragma that turns on what is not asked for has no effect, and says so. */
int main(void) {
#pragma CPROVER check push
#pragma CPROVER check enable "unsigned-overflow"
  unsigned x = 3 + 4u;
#pragma CPROVER check pop
  return x == 7;
}
