/* aver: property=termination expect=TRUE */
/* A failed assumption ends the run. */
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned i = 0;
  for (;;) {
    __VERIFIER_assume(i < 1000000);
    i++;
  }
}
