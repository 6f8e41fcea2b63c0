/* aver: property=array-bounds expect=FALSE at=8 */
/* The bound is checked at one end only. */
extern int __VERIFIER_nondet_int(void);
static int table[8];

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 8) table[i]++;
  return 0;
}
