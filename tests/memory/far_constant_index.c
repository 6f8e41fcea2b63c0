/* aver: property=valid-deref expect=UNKNOWN reason="away from its object" args="-DINDEX=0x4000000000UL" */
/* aver: property=valid-deref expect=UNKNOWN reason="away from its object" args="-DINDEX=0x4000000000000000UL" */
/* aver: property=valid-deref expect=UNKNOWN reason="away from its object" data-model=ILP32 args="-DINDEX=262144" */
/* aver: property=valid-deref expect=TRUE args="-DINDEX=3" */
/* The same with an index that clang knows: the address is a constant, and is that of nothing. */
int a[4], b[4];

int main(void) {
  b[0] = 1;
  return a[INDEX];
}
