/* aver: property=termination expect=TRUE */
/* A ring buffer is emptied: the distance of two indices falls, modulo its size. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned head = __VERIFIER_nondet_uint() % 64, tail = __VERIFIER_nondet_uint() % 64;
  while (head != tail) head = (head + 1) % 64;
  return 0;
}
