/* aver: property=termination expect=FALSE at=7 */
/* The assumption holds for ever. */
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned count = 1;
  while (1) {
    count += 2;
    __VERIFIER_assume(count != 200);
  }
}
