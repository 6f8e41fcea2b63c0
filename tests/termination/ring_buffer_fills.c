/* aver: property=termination expect=TRUE */
/* Without reading it is full some time. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned head = 0, tail = __VERIFIER_nondet_uint() % 4, size = 8;
  tail = 0;
  while (head - tail < size) {
    head++;
  }
  return 0;
}
