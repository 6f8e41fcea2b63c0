/* aver: property=no-pointer-overflow expect=TRUE */
/* aver: property=no-pointer-overflow expect=FALSE at=10 args=-DSTEPS=5 */
// C 6.5.6: just behind the end is the furthest that a pointer may go.
#ifndef STEPS
#define STEPS 4
#endif
int main(void) {
  int cells[4] = {0}, *p = cells;
  for (int i = 0; i < STEPS; i++)
    p++;
  return p == cells;
}
