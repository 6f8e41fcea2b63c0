/* aver: property=termination expect=FALSE at=8 */
/* Indices that lead from one to the next may lead in a circle. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char next[4];
  for (int i = 0; i < 4; i++) next[i] = (unsigned char)(__VERIFIER_nondet_int() & 3);
  unsigned char at = 0;
  while (at != 3) {
    at = next[at];
  }
  return 0;
}
