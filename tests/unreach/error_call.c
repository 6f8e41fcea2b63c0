/* aver: property=unreach-call expect=FALSE at=8 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x ^ 0x5A5A;
  if (y == 0x1234) reach_error();
  return 0;
}
