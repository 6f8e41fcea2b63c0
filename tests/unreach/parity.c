/* aver: property=unreach-call expect=TRUE */
/* The square of a number is 0 or 1 modulo 4. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if ((x * x) % 4 > 1) reach_error();
  return 0;
}
