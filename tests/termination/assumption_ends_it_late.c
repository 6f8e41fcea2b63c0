/* aver: property=termination expect=TRUE */
/* The assumption fails when the counter has come round. */
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned char count = 0;
  while (1) {
    count++;
    __VERIFIER_assume(count != 200);
  }
}
