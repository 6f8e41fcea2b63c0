/* aver: property=valid-deref expect=FALSE at=10 */
// Each iteration has its own variable, and the last one is dead behind the loop.
int main(void) {
  int *kept = 0;
  for (int i = 0; i < 3; i++) {
    int own = i;
    kept = &own;
    *kept += 1;
  }
  return *kept;
}
