/* aver: property=unreach-call expect=FALSE at=9 */
/* The local is written on one path only. An optimiser takes the value of that path for both. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int u;
  if (__VERIFIER_nondet_int()) u = 1;
  if (u != 1) reach_error();
  return 0;
}
