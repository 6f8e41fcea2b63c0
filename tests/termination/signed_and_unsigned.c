/* aver: property=termination expect=TRUE */
/* A signed counter below an unsigned bound. */
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  int i = -5;
  unsigned short n = __VERIFIER_nondet_ushort();
  while (i < (int)n) {
    i++;
  }
  return 0;
}
