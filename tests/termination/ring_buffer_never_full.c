/* aver: property=termination expect=FALSE at=6 */
/* Reading keeps pace with writing. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned head = 0, tail = 0, size = 8;
  while (head - tail < size) {
    head++;
    if (__VERIFIER_nondet_uint() % 2 || head - tail > 3) tail++;
  }
  return 0;
}
