/* aver: property=termination expect=TRUE */
/* Each element of a table leads to an earlier one. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char parent[16];
  for (int i = 0; i < 16; i++) {
    parent[i] = __VERIFIER_nondet_uchar();
    if (parent[i] >= i) parent[i] = 0;
  }
  unsigned at = __VERIFIER_nondet_uchar() % 16;
  while (at != 0) at = parent[at];
  return at;
}
