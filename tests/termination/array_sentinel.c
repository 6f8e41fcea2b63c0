/* aver: property=termination expect=TRUE */
/* The last element stops the search. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a[8];
  for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_uint();
  unsigned wanted = __VERIFIER_nondet_uint();
  a[7] = wanted;
  int i = 0;
  while (a[i] != wanted) i++;
  return i;
}
